//go:build !unix

package supervise

// Options say what is supervised.
type Options struct {
	Args, Env []string
	Idle      func()
}

// Run is not called on this system; see Supported.
func Run(Options) int { return 1 }
