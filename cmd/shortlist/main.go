// Command shortlist looks for work on a person's behalf: it reads job boards on a schedule, keeps the few listings that
// fit, and mails a digest. Each file here is one command: flags and signals, no logic.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() { os.Exit(run(os.Args[1:])) }

// run gives the exit code: 0 done, 1 failed, 2 wrong usage or config.
func run(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// A second signal ends the program at once: whoever sends it has waited long enough.
	context.AfterFunc(ctx, stop)
	root := newRoot()
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return 0
	}
	fmt.Fprintln(os.Stderr, sentence(err))
	return exitCode(err)
}
