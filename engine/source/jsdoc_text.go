package source

import "strings"

// sections splits the text of a comment at its tags. A tag begins with an @ that is first on its line or
// follows a blank, and that is not in code between backticks.
func sections(src string, s span) []section {
	list := append(make([]section, 0, 4), section{span: s})
	fenced, lineStart := false, true
	for i := s.start; i < s.end; {
		if lineStart {
			i, lineStart = linePrefix(src, i, s.end), false
			if strings.HasPrefix(src[i:s.end], "```") {
				fenced = !fenced
				i += 3
			}
			continue
		}
		switch c := src[i]; {
		case c == '\n' || c == '\r':
			lineStart = true
		case fenced:
		case c == '`':
			i = codeEnd(src, i, s.end)
		case c == '@' && tagBegins(src, i, s):
			end := i + 1
			for end < s.end && (isIdentStart(src[end]) || isDigit(src[end]) || src[end] == '-') {
				end++
			}
			list[len(list)-1].end = i
			list = append(list, section{tag: src[i+1 : end], at: i, span: span{end, s.end}})
			i = end - 1
		}
		i++
	}
	return list
}

// linePrefix returns the offset after the blanks and the star that begin a line.
func linePrefix(src string, i, end int) int {
	for i < end && (src[i] == ' ' || src[i] == '\t') {
		i++
	}
	if i < end && src[i] == '*' {
		i++
	}
	for i < end && (src[i] == ' ' || src[i] == '\t') {
		i++
	}
	return i
}

// codeEnd returns the offset of the backtick that ends `code` on its line, or the offset of the opening
// backtick if there is no closing one.
func codeEnd(src string, i, end int) int {
	for j := i + 1; j < end && src[j] != '\n'; j++ {
		if src[j] == '`' {
			return j
		}
	}
	return i
}

func tagBegins(src string, i int, s span) bool {
	if i+1 >= s.end || !isIdentStart(src[i+1]) {
		return false
	}
	return i == s.start || src[i-1] == '*' || isDocBlank(src[i-1])
}

func isDocBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// skipDocBlanks moves to the next text, past line breaks and the stars after them.
func (r *reader) skipDocBlanks(s span) span {
	for s.start < s.end && isDocBlank(r.src[s.start]) {
		if r.src[s.start] == '\n' {
			s.start = linePrefix(r.src, s.start+1, s.end)
			continue
		}
		s.start++
	}
	return s
}

// bracketed returns the text between the bracket at the start of s and its partner, and the text after it.
func bracketed(src string, s span) (inside, rest span) {
	depth := 0
	for i := s.start; i < s.end; i++ {
		switch src[i] {
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return span{s.start + 1, i}, span{i + 1, s.end}
			}
		case '\n':
			return span{s.start + 1, i}, span{i, s.end}
		}
	}
	return span{s.start + 1, s.end}, span{s.end, s.end}
}

// paragraphs returns a text without the stars of its lines; of several blank lines one is kept.
func (r *reader) paragraphs(s span) string {
	text := strings.TrimSpace(r.src[s.start:s.end])
	if strings.IndexByte(text, '\n') < 0 && !strings.HasPrefix(text, "*") {
		return text
	}
	var b strings.Builder
	blank := true
	for line := range strings.Lines(r.src[s.start:s.end]) {
		line = strings.TrimRight(line, " \t\r\n")
		line = line[linePrefix(line, 0, len(line)):]
		if line == "" {
			blank = true
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
			if blank {
				b.WriteByte('\n')
			}
		}
		b.WriteString(line)
		blank = false
	}
	return b.String()
}

// firstParagraph returns the first paragraph of a text, its lines joined by one blank.
func firstParagraph(text string) string {
	first, _, _ := strings.Cut(text, "\n\n")
	return foldLines(first)
}

func foldLines(text string) string {
	if !strings.ContainsAny(text, "\n\t") && !strings.Contains(text, "  ") {
		return text
	}
	return strings.Join(strings.Fields(text), " ")
}
