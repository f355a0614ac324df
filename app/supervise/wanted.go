package supervise

import (
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/fwrun/fwrun/app/handover"
)

// Flag is the flag of the command line that asks for a supervisor.
const Flag = "supervise"

// Supported reports whether the system lets processes pass listeners to each other.
func Supported() bool {
	return runtime.GOOS != "windows" && runtime.GOOS != "plan9" && runtime.GOOS != "js" && runtime.GOOS != "wasip1"
}

// Wanted reports whether a command line asks for a supervisor, and this process is not the server of one. Whether the rest of the command
// line is right, the server says.
func Wanted(args, env []string) bool {
	if !Supported() || handover.IsLinked(env) {
		return false
	}
	if end := slices.Index(args, "--"); end >= 0 {
		args = args[:end]
	}
	return slices.ContainsFunc(args, func(arg string) bool {
		value, is := strings.CutPrefix(arg, "--"+Flag)
		if !is || value == "" {
			return is
		}
		wanted, err := strconv.ParseBool(strings.TrimPrefix(value, "="))
		return err == nil && wanted && value[0] == '='
	})
}
