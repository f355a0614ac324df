package guard

import "strings"

// sourceShape estimates how deeply brackets nest in a JavaScript text and how many operators follow each
// other without an end of a statement. It recognizes quotes and comments; it reads regular expressions and
// template text as if they were code, which sometimes makes the result too large.
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
	runs             []int // operators so far, for each open bracket
	maxDepth, maxRun int
	last             byte // the last character other than a space
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

// quoted skips a string. Brackets in it are counted while it lasts, in case it is not a string: a quote in a
// regular expression looks the same.
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

// newline ends a statement, unless there is an operator on either side of it.
func (s *shape) newline() {
	const joins = "+-*/%&|^<>=!?:~.,(["
	next := strings.TrimLeft(s.source[s.at:min(len(s.source), s.at+200)], " \t\r\n")
	if strings.IndexByte(joins, s.last) >= 0 || next != "" && strings.IndexByte(joins, next[0]) >= 0 {
		return
	}
	s.runs[len(s.runs)-1] = 0
}
