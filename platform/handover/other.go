//go:build !unix

package handover

import (
	"context"
	"errors"
	"net"
	"os"
	"time"
)

// passedPrefix precedes the name of a socket from systemd.
const passedPrefix = "systemd "

// Link does not exist on this system.
type Link struct{}

// Send sends nothing.
func (*Link) Send(Message) error { return errors.ErrUnsupported }

// SendListener sends nothing.
func (*Link) SendListener(string, int) error { return errors.ErrUnsupported }

// Program is what is started.
type Program struct {
	Path  string
	Args  []string
	Env   []string
	Files []*os.File
	Group bool
}

// Own returns the path of the program.
func Own(string) (string, error) { return os.Executable() }

// Claim returns an Heir that was given nothing.
func Claim([]string) (*Heir, error) { return newHeir(), nil }

// Replace fails: listeners cannot be passed to another process here.
func (h *Heir) Replace(context.Context, Program) (int, error) { return 0, errors.ErrUnsupported }

// Reloading returns nothing to report: there is no systemd.
func Reloading() string { return "" }

// Watchdog returns 0: there is no systemd.
func Watchdog([]string) time.Duration { return 0 }

// Notify does nothing: there is no systemd.
func Notify([]string, string) error { return nil }

func withDescriptor(net.Listener, func(fd int) error) error { return errors.ErrUnsupported }

// IsLinked returns false: there are no links.
func IsLinked([]string) bool { return false }
