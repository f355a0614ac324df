package stories

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/fwrun/fwrun/platform/view"
)

// JSON returns a text of JSON, which may be cut off anywhere, without the values of the members that are named like secrets. What is no
// JSON at all is masked by how it looks, too.
func (r *Recorder) JSON(text []byte, isCut bool) string {
	m := masker{recorder: r, text: text}
	m.run()
	out := view.Text(m.out) // nobody changes it any more
	if !isCut && !json.Valid(text) {
		return Harmless(out)
	}
	return out
}

// masker copies a text of JSON and leaves out secrets.
type masker struct {
	recorder *Recorder
	text     []byte
	at       int
	out      []byte
}

func (m *masker) run() {
	m.out = make([]byte, 0, len(m.text))
	for m.at < len(m.text) {
		if c := m.text[m.at]; c != '"' {
			m.out = append(m.out, c)
			m.at++
			continue
		}
		begin := m.at
		m.skipString()
		one := m.text[begin:m.at]
		if colon := m.afterBlanks(m.at); colon < len(m.text) && m.text[colon] == ':' {
			m.out = append(m.out, m.text[begin:colon+1]...)
			m.at = colon + 1
			if m.recorder.secret.isSecret(nameOf(one)) {
				m.maskValue()
			}
			continue
		}
		m.out = append(m.out, harmlessString(one)...)
	}
}

// skipString moves past a string, or to the end of the text.
func (m *masker) skipString() {
	for m.at++; m.at < len(m.text); m.at++ {
		switch m.text[m.at] {
		case '\\':
			m.at++
		case '"':
			m.at++
			return
		}
	}
	m.at = min(m.at, len(m.text))
}

func (m *masker) afterBlanks(i int) int {
	for i < len(m.text) && strings.IndexByte(" \t\r\n", m.text[i]) >= 0 {
		i++
	}
	return i
}

// maskValue leaves out the value that follows, with all that is in it. null stays: it is no secret.
func (m *masker) maskValue() {
	begin := m.afterBlanks(m.at)
	m.out = append(m.out, m.text[m.at:begin]...)
	m.at = begin
	m.skipValue()
	if value := m.text[begin:m.at]; string(value) == "null" || len(value) == 0 {
		m.out = append(m.out, value...)
		return
	}
	m.out = append(append(append(m.out, '"'), Masked...), '"')
}

// skipValue moves past a value, without a recursion that the text could make deep.
func (m *masker) skipValue() {
	depth := 0
	for m.at < len(m.text) {
		switch c := m.text[m.at]; {
		case c == '"':
			m.skipString()
		case c == '{' || c == '[':
			depth++
			m.at++
		case (c == '}' || c == ']' || c == ',') && depth == 0:
			return
		case c == '}' || c == ']':
			depth--
			m.at++
		default:
			m.at++
			if depth > 0 || !m.scalarEnds() {
				continue
			}
			return
		}
		if depth == 0 {
			return
		}
	}
}

// scalarEnds reports whether a number or a word ends before the next character.
func (m *masker) scalarEnds() bool {
	return m.at >= len(m.text) || strings.IndexByte(" \t\r\n,]}\"", m.text[m.at]) >= 0
}

// nameOf returns the name of a member, with what is escaped in it.
func nameOf(quoted []byte) []byte {
	name := quoted[1:max(1, len(quoted)-1)]
	if strings.IndexByte(view.Text(name), '\\') < 0 {
		return name
	}
	var plain string
	if json.Unmarshal(quoted, &plain) != nil {
		return name
	}
	return []byte(plain)
}

// harmlessString masks what looks like a secret in a string. Escapes in it are decoded before it is masked, so that no half of
// it is left.
func harmlessString(quoted []byte) []byte {
	text := view.Text(quoted)
	if Harmless(text) == text {
		return quoted
	}
	var plain string
	if json.Unmarshal(quoted, &plain) == nil {
		if shown := Harmless(plain); shown != plain {
			return quote(shown)
		}
	}
	return quote(Masked)
}

func quote(text string) []byte {
	var out bytes.Buffer
	to := json.NewEncoder(&out)
	to.SetEscapeHTML(false)
	_ = to.Encode(text) // a text can always be encoded
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}
