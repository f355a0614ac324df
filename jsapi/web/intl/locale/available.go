package locale

import (
	"strings"

	"github.com/fwrun/fwrun/jsapi/web/intl/cldr"
)

// Default is the locale of those who ask for none.
const Default = "en-US"

// Available returns the locale that is there for one that is asked for, without extensions: itself, or itself without its last
// subtags. It is empty if there is none.
func Available(name string) string {
	for name != "" {
		if cldr.Has(name) {
			return name
		}
		end := strings.LastIndexByte(name, '-')
		if end >= 2 && name[end-2] == '-' {
			end -= 2
		}
		name = name[:max(0, end)]
	}
	return ""
}
