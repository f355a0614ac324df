package bodies

import (
	"io/fs"
	"strings"
	"sync"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/typings"
)

// Host returns what fwrun itself declares, as one file: what "fwrun" exports is exported there, the rest is global. It is read when it is
// asked for first.
var Host = sync.OnceValue(func() *source.File { return source.Read("fwrun.d.ts", []byte(hostText())) })

func hostText() string {
	names, err := fs.Glob(typings.Files, "*.d.ts")
	if err != nil {
		return ""
	}
	var all strings.Builder
	for _, name := range names {
		text, err := fs.ReadFile(typings.Files, name)
		if err == nil && name != "test.d.ts" {
			writeWithoutModules(&all, string(text))
		}
	}
	return all.String()
}

// writeWithoutModules writes declarations as they would be outside of `declare module "fwrun" { … }`, which is not read.
func writeWithoutModules(out *strings.Builder, text string) {
	within := false
	for line := range strings.Lines(text) {
		switch trimmed := strings.TrimRight(line, "\r\n"); {
		case strings.HasPrefix(trimmed, `declare module "`):
			within = true
		case within && trimmed == "}":
			within = false
		default:
			out.WriteString(line)
			continue
		}
		out.WriteByte('\n')
	}
}

// isHost reports whether a specifier is that of "fwrun", whose declarations are known.
func isHost(specifier string) bool { return specifier == hostModule }

// hostModule is what scripts import the framework from.
const hostModule = "fwrun"
