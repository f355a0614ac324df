package schema

import (
	"net/mail"
	"regexp"
	"sync"
)

// emails matches an address of RFC 5322 without comments, whose host has a dot. Letters may be of any script, as in RFC 6531.
var emails = sync.OnceValue(func() *regexp.Regexp {
	const (
		wide   = `\x{00A0}-\x{D7FF}\x{F900}-\x{FDCF}\x{FDF0}-\x{FFEF}`
		atom   = `[a-zA-Z\d!#$%&'*+\-/=?^_{|}~` + "`" + wide + `]+`
		quoted = `"[\x01-\x09\x0b-\x7f` + wide + `]*"`
		outer  = `[a-zA-Z\d` + wide + `]`
		inner  = `[a-zA-Z\d\-.~` + wide + `]*`
		last   = `[a-zA-Z` + wide + `]`
		local  = atom + `(?:\.` + atom + `)*|` + quoted
		host   = `(?:` + outer + `(?:` + inner + outer + `)?\.)+` + last + `(?:` + inner + last + `)?`
	)
	return regexp.MustCompile(`^(?:` + local + `)@` + host + `$`)
})

func isEmail(s string) bool {
	_, err := mail.ParseAddress(s)
	return err == nil && emails().MatchString(s)
}
