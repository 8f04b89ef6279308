package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"shortlist/cmd/internal/config"
	"shortlist/cmd/internal/output"
)

// checked is the sound configuration as JSON.
type checked struct {
	Settings []config.Setting `json:"settings"`
	Profiles []string         `json:"profiles"` // those that come from files
}

func checkConfigCmd(f *flags) *cobra.Command {
	return &cobra.Command{
		Use: "check-config", Short: "Check the configuration and the profiles, and print what is in force", Args: cobra.NoArgs,
		Long: "Prints every problem at once, with file, line, key and remedy. Where there is none, prints the whole configuration in force, each value with where it comes from and no secret shown.",
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, profiles, err := config.Check(f.options())
			if err != nil {
				return failure{err}
			}
			if f.json {
				out := checked{Settings: c.Settings(), Profiles: []string{}}
				for _, p := range profiles {
					out.Profiles = append(out.Profiles, p.Name)
				}
				if err := output.JSON(cmd.OutOrStdout(), out); err != nil {
					return failure{err}
				}
			} else if _, err := cmd.OutOrStdout().Write(c.Redacted()); err != nil {
				return failure{err}
			}
			cmd.PrintErrln(fmt.Sprintf("The configuration is sound; profiles from files: %d.", len(profiles)))
			return nil
		},
	}
}
