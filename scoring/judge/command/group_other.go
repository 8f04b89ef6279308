//go:build !unix

package command

import "os/exec"

// ownGroup does nothing where there are no process groups: the program alone ends with its context.
func ownGroup(*exec.Cmd) {}

func endGroup(cmd *exec.Cmd) error { return cmd.Process.Kill() }
