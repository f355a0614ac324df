package multipart

import (
	"bytes"
	"fmt"
	"mime"
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

// Limits of a part's header. Browsers send 200 bytes in two lines.
const (
	longestHeader = 8 << 10
	mostLines     = 16
)

var errLongHeader = fault.New(operation, fault.TooLarge, "the header of a part of the multipart body is too large")

// header holds the relevant fields of a part's header.
type header struct {
	name      string
	fileName  string
	isFile    bool
	mediaType string // as it was sent
	charset   string
}

// readHeader reads the lines of a part's header.
func (s *scanner) readHeader() (header, error) {
	counted := map[string]string{}
	left := longestHeader
	for range mostLines {
		line, err := s.line(left)
		if err != nil {
			return header{}, err
		}
		if left -= len(line) + 2; len(line) == 0 {
			return newHeader(counted)
		}
		name, value, err := cutLine(line)
		if err != nil {
			return header{}, err
		}
		switch name {
		case "content-disposition", "content-type", "content-transfer-encoding":
			if _, twice := counted[name]; twice {
				return header{}, malformed("a part has two " + name + " headers")
			}
			counted[name] = value
		}
	}
	return header{}, errLongHeader
}

// newHeader parses the relevant lines.
func newHeader(lines map[string]string) (header, error) {
	if !isPlainEncoding(lines["content-transfer-encoding"]) {
		return header{}, malformed("the Content-Transfer-Encoding of a part is not supported")
	}
	h := header{mediaType: lines["content-type"]}
	if _, parameters, err := mime.ParseMediaType(h.mediaType); err == nil {
		h.charset = parameters["charset"]
	}
	return h, h.readDisposition(lines["content-disposition"])
}

// cutLine splits "Name: value"; the name is returned in lower case.
func cutLine(line []byte) (name, value string, err error) {
	before, after, found := bytes.Cut(line, []byte(":"))
	if !found || len(before) == 0 || bytes.ContainsFunc(before, isNotInToken) || bytes.ContainsFunc(after, isControl) {
		return "", "", malformed("a line in the header of a part is malformed")
	}
	return strings.ToLower(string(before)), strings.Trim(string(after), " \t"), nil
}

func isNotInToken(c rune) bool {
	letterOrDigit := c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9'
	return !letterOrDigit && !strings.ContainsRune("!#$%&'*+-.^_`|~", c)
}

// isControl reports whether a header must not contain the character; bytes that are not UTF-8 pass.
func isControl(c rune) bool { return c < ' ' && c != '\t' || c == 0x7F }

// isPlainEncoding reports whether a Content-Transfer-Encoding changes nothing. RFC 7578 deprecates the others.
func isPlainEncoding(encoding string) bool {
	switch strings.ToLower(encoding) {
	case "", "7bit", "8bit", "binary":
		return true
	}
	return false
}

// readDisposition reads the names out of form-data; name="…"; filename="…".
func (h *header) readDisposition(text string) error {
	kind, rest, _ := strings.Cut(text, ";")
	if !strings.EqualFold(strings.Trim(kind, " \t"), "form-data") {
		return malformed("a part is not form-data")
	}
	given := map[string]string{}
	for rest = strings.Trim(rest, " \t"); rest != ""; {
		key, value, tail, ok := cutParameter(rest)
		if !ok {
			return malformed("a Content-Disposition is malformed")
		}
		if _, twice := given[key]; twice {
			return malformed(fmt.Sprintf("a Content-Disposition has %s twice", key))
		}
		given[key], rest = value, tail
	}
	var named bool
	if h.name, named = given["name"]; !named {
		return malformed("a part has no name")
	}
	if h.fileName, h.isFile = given["filename"]; !h.isFile {
		if _, extended := given["filename*"]; extended {
			return malformed("a part has a filename*, which RFC 7578 forbids, and no filename")
		}
	}
	return nil
}

// cutParameter takes key=value or key="value" off the front of a list.
func cutParameter(list string) (key, value, rest string, ok bool) {
	key, after, found := strings.Cut(list, "=")
	if key = strings.ToLower(strings.TrimRight(key, " \t")); !found || key == "" || strings.ContainsFunc(key, isNotInToken) {
		return "", "", "", false
	}
	if after = strings.TrimLeft(after, " \t"); strings.HasPrefix(after, `"`) {
		if value, rest, ok = cutQuoted(after[1:]); !ok {
			return "", "", "", false
		}
	} else {
		end := strings.IndexAny(after, "; \t")
		if end < 0 {
			end = len(after)
		}
		if value, rest = after[:end], after[end:]; value == "" || strings.ContainsFunc(value, isNotInToken) {
			return "", "", "", false
		}
	}
	rest = strings.TrimLeft(rest, " \t")
	if rest != "" && rest[0] != ';' {
		return "", "", "", false
	}
	return key, value, strings.TrimLeft(strings.TrimPrefix(rest, ";"), " \t"), true
}

// cutQuoted reads up to the closing quote. A quote inside of it is sent as %22 by browsers and
// curl, and as \" by others. A backslash before anything but a quote or another one is itself,
// as in the paths that old browsers sent.
func cutQuoted(text string) (value, rest string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			return strings.ReplaceAll(b.String(), "%22", `"`), text[i+1:], true
		case c == '\\' && i+1 < len(text) && (text[i+1] == '"' || text[i+1] == '\\'):
			i++
			b.WriteByte(text[i])
		default:
			b.WriteByte(c)
		}
	}
	return "", "", false
}
