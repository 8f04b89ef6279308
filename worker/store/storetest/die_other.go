//go:build unix && !linux

package storetest

import "syscall"

// dieWithParent: only Linux can promise it.
func dieWithParent(*syscall.SysProcAttr) {}
