package supervise

import (
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/fwrun/fwrun/platform/handover"
)

// Flag is the flag of the command line that asks for a supervisor.
const Flag = "supervise"

// Variable is the variable of the environment that asks for a supervisor of fwrun serve, unless the flag says otherwise.
const Variable = "FWRUN_SUPERVISE"

// Supported reports whether the system lets processes pass listeners to each other.
func Supported() bool {
	return runtime.GOOS != "windows" && runtime.GOOS != "plan9" && runtime.GOOS != "js" && runtime.GOOS != "wasip1"
}

// Wanted reports whether a command line, or else the environment, asks for a supervisor, and this process is not the server of one. The
// variable counts if the command line is one of serve. Whether the rest of it is right, the server says.
func Wanted(args, env []string, serves func() bool) bool {
	if !Supported() || handover.IsLinked(env) {
		return false
	}
	if end := slices.Index(args, "--"); end >= 0 {
		args = args[:end]
	}
	for _, arg := range slices.Backward(args) { // the last one counts
		name, value, given := strings.Cut(arg, "=")
		if name != "--"+Flag {
			continue
		}
		wanted, err := strconv.ParseBool(value)
		return !given || err == nil && wanted
	}
	wanted, err := ByEnvironment(env)
	return err == nil && wanted && serves()
}

// ByEnvironment returns what the environment says of a supervisor. The error is that of a value which is not a boolean.
func ByEnvironment(env []string) (wanted bool, err error) {
	for _, line := range env {
		if value, is := strings.CutPrefix(line, Variable+"="); is && value != "" {
			return strconv.ParseBool(value)
		}
	}
	return false, nil
}
