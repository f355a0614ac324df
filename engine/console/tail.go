package console

import (
	"regexp"
	"strings"
	"sync"
)

// Tail describes what is being typed at the end of a line: a member of Path that begins with Prefix or,
// without a Path, a name in scope.
type Tail struct {
	Path   []string
	Prefix string
}

// tail matches a chain of plain names that is not part of a longer expression: to complete f().x, f would
// have to be called.
var tail = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|\.\.\.|[^\w$.)\]}"'` + "`" + `])((?:[\pL_$][\pL\d_$]*\??\.)*)([\pL_$][\pL\d_$]*)?$`)
})

// ReadTail parses the end of a line. ok is false if nothing can be proposed there.
func ReadTail(line string) (t Tail, ok bool) {
	m := tail().FindStringSubmatch(line)
	if m == nil {
		return Tail{}, false
	}
	if chain := strings.TrimSuffix(m[1], "."); chain != "" {
		t.Path = strings.Split(strings.ReplaceAll(chain, "?", ""), ".")
	}
	t.Prefix = m[2]
	return t, true
}
