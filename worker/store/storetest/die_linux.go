package storetest

import "syscall"

// dieWithParent: a test binary that is killed must not leave a Postgres behind.
func dieWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGQUIT }
