//go:build unix

package datatest

import (
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"
)

// account is the user a server is to run as: both servers refuse to be root.
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

// become makes a command run as the user, when we are root; else it runs as ourselves.
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

// give makes the user own a folder, when we are root.
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
