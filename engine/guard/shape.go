package guard

import "strings"

// sourceShape estimates how deep brackets nest in a JavaScript text and how many
// operators follow each other without an end of a statement. It knows quotes and
// comments; regular expressions and template text it reads as if they were code, which
// now and then makes the answer too large.
func sourceShape(source string) (depth, run int) {
	s := shape{source: source, runs: []int{0}}
	for s.at < len(source) {
		s.step()
	}
	return s.maxDepth, s.maxRun
}

type shape struct {
	source           string
	at               int
	runs             []int // operators so far, per open bracket
	maxDepth, maxRun int
	last             byte // the last character that is no space
}

func (s *shape) step() {
	c := s.source[s.at]
	switch c {
	case '(', '[', '{':
		s.runs = append(s.runs, 0)
		s.maxDepth = max(s.maxDepth, len(s.runs)-1)
	case ')', ']', '}':
		s.close(c)
	case ';', ',':
		s.runs[len(s.runs)-1] = 0
	case '"', '\'':
		s.quoted(c)
	case '\n':
		s.newline()
	case '/':
		if s.comment() {
			return
		}
		s.operator()
	case '+', '-', '*', '%', '&', '|', '^', '<', '>', '=', '!', '?', ':', '~':
		s.operator()
	}
	if c > ' ' {
		s.last = c
	}
	s.at++
}

func (s *shape) operator() {
	top := len(s.runs) - 1
	s.runs[top]++
	s.maxRun = max(s.maxRun, s.runs[top])
}

func (s *shape) close(c byte) {
	if len(s.runs) > 1 {
		s.runs = s.runs[:len(s.runs)-1]
	}
	if c == '}' {
		s.runs[len(s.runs)-1] = 0
	}
}

// quoted skips a string. Brackets in it count while it lasts, in case it is none: a
// quote in a regular expression looks the same.
func (s *shape) quoted(quote byte) {
	local := len(s.runs) - 1
	for s.at++; s.at < len(s.source); s.at++ {
		switch c := s.source[s.at]; c {
		case quote:
			return
		case '\n':
			s.at--
			return
		case '\\':
			s.at++
		case '(', '[', '{':
			local++
			s.maxDepth = max(s.maxDepth, local)
		case ')', ']', '}':
			local = max(local-1, len(s.runs)-1)
		}
	}
}

// comment skips a comment, if there is one.
func (s *shape) comment() bool {
	rest := s.source[s.at:]
	end := -1
	switch {
	case strings.HasPrefix(rest, "//"):
		end = strings.IndexByte(rest, '\n')
		if end < 0 {
			end = len(rest)
		}
	case strings.HasPrefix(rest, "/*"):
		if end = strings.Index(rest[2:], "*/"); end >= 0 {
			end += 4
		}
	}
	if end < 0 {
		return false
	}
	s.at += end
	return true
}

// newline ends a statement, unless an operator stands at either side of it.
func (s *shape) newline() {
	const joins = "+-*/%&|^<>=!?:~.,(["
	next := strings.TrimLeft(s.source[s.at:min(len(s.source), s.at+200)], " \t\r\n")
	if strings.IndexByte(joins, s.last) >= 0 || next != "" && strings.IndexByte(joins, next[0]) >= 0 {
		return
	}
	s.runs[len(s.runs)-1] = 0
}
