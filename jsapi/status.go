package jsapi

import (
	"net/http"
	"strings"
)

// registeredStatuses lists the status codes IANA has registered as [name, code, reason],
// in order. The names are the constants of HttpStatus.
func registeredStatuses() [][3]any {
	var list [][3]any
	for code := 100; code < 600; code++ {
		reason := http.StatusText(code)
		if reason == "" {
			continue
		}
		list = append(list, [3]any{statusName(reason), code, reason})
	}
	return list
}

// statusName makes IM_A_TEAPOT of "I'm a teapot".
func statusName(reason string) string {
	var b strings.Builder
	for _, r := range strings.ToUpper(reason) {
		switch {
		case r >= 'A' && r <= 'Z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case r == ' ' || r == '-':
			b.WriteByte('_')
		}
	}
	return b.String()
}
