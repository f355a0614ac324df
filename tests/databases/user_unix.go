//go:build unix

package databases

import (
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"
)

// account returns the ids of the user as whom a server is to run: both servers refuse to run as
// root.
func account(name string) (uid, gid int, err error) {
	u, err := user.Lookup(name)
	if err != nil {
		return 0, 0, err
	}
	if uid, err = strconv.Atoi(u.Uid); err != nil {
		return 0, 0, err
	}
	gid, err = strconv.Atoi(u.Gid)
	return uid, gid, err
}

// become makes a command run as the user if the test runs as root; otherwise it runs as the
// current user.
func become(cmd *exec.Cmd, name string) error {
	if os.Getuid() != 0 {
		return nil
	}
	uid, gid, err := account(name)
	if err != nil {
		return err
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
	return nil
}

// give makes the user the owner of a folder, if the test runs as root.
func give(dir, name string) error {
	if os.Getuid() != 0 {
		return nil
	}
	uid, gid, err := account(name)
	if err != nil {
		return err
	}
	return os.Chown(dir, uid, gid)
}
