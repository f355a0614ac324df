package stories

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"
)

// body returns what is kept of a body, and a note that says what is not. The body may have had more bytes than are at hand.
func (r *Recorder) body(mediaType, body []byte, size int) (kept, note string) {
	size = max(size, len(body))
	switch {
	case size == 0:
		return "", ""
	case len(body) == 0:
		return "", "not kept: " + strconv.Itoa(size) + " bytes"
	}
	media := mediaOf(mediaType)
	if !isText(media) || !utf8.Valid(body[:min(len(body), 512)]) && !utf8.Valid(trimmed(body[:min(len(body), 512)])) {
		return "", media + ", " + strconv.Itoa(size) + " bytes"
	}
	if size > maxBody {
		note = "cut; the whole has " + strconv.Itoa(size) + " bytes"
	}
	text := trimmed(body[:min(len(body), maxBody)])
	return r.same.text(text, media, func() string { return r.text(media, text, note != "") }), note
}

// mediaOf returns a media type without its parameters, in lower case.
func mediaOf(text []byte) string {
	bare, _, _ := bytes.Cut(text, []byte(";"))
	switch bare = bytes.TrimSpace(bare); string(bare) {
	case "application/json":
		return "application/json"
	case "text/plain":
		return "text/plain"
	case "text/html":
		return "text/html"
	}
	if kind, sub, found := bytes.Cut(bare, []byte("/")); !found || len(kind) == 0 || len(sub) == 0 || len(bare) > 100 {
		return "application/octet-stream"
	}
	return strings.ToLower(string(bare))
}

// trimmed returns a text without the beginning of a character at its end.
func trimmed(text []byte) []byte {
	for i := 1; i < utf8.UTFMax && i <= len(text); i++ {
		if last := text[len(text)-i:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) {
				return text[:len(text)-i]
			}
			break
		}
	}
	return text
}

// isText reports whether bodies of a media type can be shown. Parts of a multipart body cannot: they are often files.
func isText(media string) bool {
	kind, sub, _ := strings.Cut(media, "/")
	switch {
	case kind == "text":
		return true
	case kind != "application":
		return strings.HasSuffix(sub, "+json") || strings.HasSuffix(sub, "+xml")
	}
	switch sub {
	case "json", "xml", "x-www-form-urlencoded", "javascript", "graphql", "x-ndjson", "ndjson", "jsonl", "yaml", "sql":
		return true
	}
	return strings.HasSuffix(sub, "+json") || strings.HasSuffix(sub, "+xml")
}

// text masks the secrets of a text.
func (r *Recorder) text(media string, text []byte, isCut bool) string {
	switch {
	case media == "application/x-www-form-urlencoded":
		return r.query(string(text))
	case strings.HasSuffix(media, "json"), strings.HasSuffix(media, "jsonl"), bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte("{")):
		return r.JSON(text, isCut)
	case strings.HasSuffix(media, "xml"), strings.HasSuffix(media, "html"):
		return Harmless(r.elements(string(text)))
	}
	return Harmless(string(text))
}

// elements masks the texts of elements of XML that are named like secrets, and what is in the attributes that are.
func (r *Recorder) elements(text string) string {
	var b strings.Builder
	for {
		open := strings.IndexByte(text, '<')
		if open < 0 {
			break
		}
		end := strings.IndexByte(text[open:], '>')
		if end < 0 {
			b.WriteString(text[:open])
			b.WriteString(r.attributes(text[open:]))
			return b.String()
		}
		tag := text[open : open+end+1]
		b.WriteString(text[:open])
		b.WriteString(r.attributes(tag))
		text = text[open+end+1:]
		name := tagName(tag)
		if name == "" || strings.HasSuffix(tag, "/>") || !r.IsSecret(name) {
			continue
		}
		b.WriteString(Masked)
		closing := strings.Index(text, "</"+name)
		if closing < 0 {
			return b.String()
		}
		text = text[closing:]
	}
	b.WriteString(text)
	return b.String()
}

// tagName returns the name of a start tag; "" for other marks.
func tagName(tag string) string {
	name := tag[1:]
	if end := strings.IndexAny(name, " \t\r\n/>"); end >= 0 {
		name = name[:end]
	}
	if name == "" || strings.IndexByte("!?", name[0]) >= 0 {
		return ""
	}
	return name
}

// attributes masks the values of attributes that are named like secrets, as in <user password="x">.
func (r *Recorder) attributes(tag string) string {
	if !strings.Contains(tag, "=") {
		return tag
	}
	var b strings.Builder
	for {
		at := strings.IndexByte(tag, '=')
		if at < 0 || at+1 >= len(tag) {
			break
		}
		fields := strings.Fields(tag[:at])
		b.WriteString(tag[:at+1])
		tag = strings.TrimLeft(tag[at+1:], " \t\r\n")
		if tag == "" || tag[0] != '"' && tag[0] != '\'' {
			continue
		}
		end := strings.IndexByte(tag[1:], tag[0])
		if end < 0 {
			end = len(tag) - 2
		}
		value := tag[:end+2]
		if len(fields) > 0 && r.IsSecret(fields[len(fields)-1]) {
			value = tag[:1] + Masked + tag[:1]
		}
		b.WriteString(value)
		tag = tag[end+2:]
	}
	b.WriteString(tag)
	return b.String()
}
