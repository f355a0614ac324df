package guard

import "github.com/dop251/goja"

// match holds the arguments of a replacer function.
type match struct {
	subject  goja.String
	matched  goja.String
	captures []goja.Value
	position int
	groups   *goja.Object // of named groups; nil if there are none
}

// matchOf reads a replacer's arguments: match, captures…, position, subject[, groups].
func matchOf(arguments []goja.Value, subject goja.String) match {
	m := match{subject: subject}
	m.matched, _ = arguments[0].(goja.String)
	end := len(arguments)
	if groups, ok := arguments[end-1].(*goja.Object); ok {
		m.groups = groups
		end--
	}
	m.position = int(arguments[end-2].ToInteger())
	m.captures = arguments[1 : end-2]
	return m
}

// expand returns the text that replaces the match, as ECMAScript's GetSubstitution does. count is called with
// the length of every piece before it is written.
func (m match) expand(template goja.String, count func(int)) goja.String {
	var out goja.StringBuilder
	write := func(piece goja.String) {
		count(piece.Length())
		out.WriteString(piece)
	}
	from := 0
	for i := 0; i+1 < template.Length(); i++ {
		if template.CharAt(i) != '$' {
			continue
		}
		piece, width := m.pattern(template, i+1)
		if width == 0 {
			continue
		}
		write(template.Substring(from, i))
		if piece != nil {
			write(piece)
		}
		from = i + 1 + width
		i = from - 1
	}
	write(template.Substring(from, template.Length()))
	return out.String()
}

// pattern reads the part after a dollar sign. It returns the text that replaces it, which may be nil for an
// empty text, and its number of characters; 0 if it has no meaning.
func (m match) pattern(template goja.String, at int) (goja.String, int) {
	switch c := template.CharAt(at); {
	case c == '$':
		return template.Substring(at, at+1), 1
	case c == '&':
		return m.matched, 1
	case c == '`':
		return m.subject.Substring(0, m.position), 1
	case c == '\'':
		end := min(m.position+m.matched.Length(), m.subject.Length())
		return m.subject.Substring(end, m.subject.Length()), 1
	case c >= '0' && c <= '9':
		return m.capture(template, at)
	case c == '<' && m.groups != nil:
		return m.group(template, at)
	}
	return nil, 0
}

// capture reads one or two digits; two only if there are that many captures.
func (m match) capture(template goja.String, at int) (goja.String, int) {
	number, width := int(template.CharAt(at)-'0'), 1
	if at+1 < template.Length() {
		if d := template.CharAt(at + 1); d >= '0' && d <= '9' && number*10+int(d-'0') <= len(m.captures) {
			number, width = number*10+int(d-'0'), 2
		}
	}
	if number == 0 || number > len(m.captures) {
		return nil, 0
	}
	captured, _ := m.captures[number-1].(goja.String)
	return captured, width
}

func (m match) group(template goja.String, at int) (goja.String, int) {
	for end := at + 1; end < template.Length(); end++ {
		if template.CharAt(end) == '>' {
			value := m.groups.Get(template.Substring(at+1, end).String())
			if value == nil || goja.IsUndefined(value) {
				return nil, end - at + 1
			}
			captured, _ := value.(goja.String)
			return captured, end - at + 1
		}
	}
	return nil, 0
}
