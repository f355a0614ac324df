package console

import (
	"regexp"
	"strings"
)

// Tail is what is being typed at the end of a line: the members of Path that begin with
// Prefix are meant, or, without a Path, the names at hand.
type Tail struct {
	Path   []string
	Prefix string
}

// tail is a chain of plain names, and no part of a longer expression: what stands in front
// of f().x would have to be called.
var tail = regexp.MustCompile(`(?:^|\.\.\.|[^\w$.)\]}"'` + "`" + `])((?:[\pL_$][\pL\d_$]*\??\.)*)([\pL_$][\pL\d_$]*)?$`)

// ReadTail looks at the end of a line. ok is false when nothing can be proposed there.
func ReadTail(line string) (t Tail, ok bool) {
	m := tail.FindStringSubmatch(line)
	if m == nil {
		return Tail{}, false
	}
	if chain := strings.TrimSuffix(m[1], "."); chain != "" {
		t.Path = strings.Split(strings.ReplaceAll(chain, "?", ""), ".")
	}
	t.Prefix = m[2]
	return t, true
}
