package main

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"shortlist/cmd/internal/output"
)

func versionCmd(f *flags) *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the program's version", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.json {
				return output.JSON(cmd.OutOrStdout(), map[string]string{"version": version, "go": runtime.Version()})
			}
			fmt.Fprintf(cmd.OutOrStdout(), "shortlist %s (%s, %s/%s)\n", version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return nil
		},
	}
}
