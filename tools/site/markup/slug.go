package markup

import (
	"strconv"
	"strings"
	"unicode"
)

// slugs gives headings their ids, as GitHub does: each id once in a page.
type slugs map[string]int // how often an id was asked for

// of returns the id of the next heading with a text: in lower case, without punctuation, with hyphens for spaces, and with -1, -2 and so on if
// it is taken.
func (s slugs) of(text string) string {
	base := slug(text)
	id := base
	for {
		if _, taken := s[id]; !taken {
			break
		}
		s[base]++
		id = base + "-" + strconv.Itoa(s[base])
	}
	s[id] = 0
	return id
}

func slug(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-', unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.Pc):
			return r
		default:
			return -1
		}
	}, strings.ToLower(strings.TrimSpace(text)))
}
