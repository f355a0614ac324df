//go:build !unix

package supervise

import "os"

// Options say what is supervised.
type Options struct {
	Args, Env []string
	Files     []*os.File
	Idle      func()
}

// Run is not called on this system; see Supported.
func Run(Options) int { return 1 }
