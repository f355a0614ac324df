//go:build !unix

package databases

import "os/exec"

// On other systems the servers run as the user who runs the test.

func become(*exec.Cmd, string) error { return nil }
func give(string, string) error      { return nil }
