package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"shortlist/cmd/internal/config"
)

func checkConfigCmd(f *flags) *cobra.Command {
	return &cobra.Command{
		Use: "check-config", Short: "Check the configuration and the profiles, and print what is in force", Args: cobra.NoArgs,
		Long: "Prints every problem at once, with file, line, key and remedy. Where there is none, prints the whole configuration in force, each value with where it comes from and no secret shown.",
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, profiles, err := config.Check(f.options())
			if err != nil {
				return failure{err}
			}
			if _, err := cmd.OutOrStdout().Write(c.Redacted()); err != nil {
				return failure{err}
			}
			cmd.PrintErrln(fmt.Sprintf("The configuration is sound; profiles from files: %d.", len(profiles)))
			return nil
		},
	}
}
