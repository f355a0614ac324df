package replay

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

// Format writes the file, for people to read.
func (f *File) Format() ([]byte, error) {
	f.Version = Version
	if f.Calls == nil {
		f.Calls = []Call{}
	}
	text, err := encode(f)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := json.Indent(&out, text, "", "  "); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	if out.Len() > MaxFile {
		return nil, fault.New("replay.write", fault.TooLarge, fmt.Sprintf("the recording takes %d bytes, but a file may have at most %d",
			out.Len(), MaxFile))
	}
	return short(out.Bytes()), nil
}

// longestLine is the length up to which an array or an object without another one in it is written in one line.
const longestLine = 120

// short joins the lines of small arrays and objects.
func short(text []byte) []byte {
	lines := strings.Split(string(text), "\n")
	var out strings.Builder
	for i := 0; i < len(lines); i++ {
		end := closing(lines, i)
		if end == i {
			out.WriteString(lines[i])
		} else {
			out.WriteString(joined(lines[i : end+1]))
			i = end
		}
		if i < len(lines)-1 {
			out.WriteByte('\n')
		}
	}
	return []byte(out.String())
}

// closing returns the line that ends what begins in a line, if all of it fits into one line; else the line itself.
func closing(lines []string, begin int) int {
	opens := func(line string) bool { return strings.HasSuffix(line, "{") || strings.HasSuffix(line, "[") }
	if !opens(lines[begin]) {
		return begin
	}
	length := len(lines[begin])
	for i := begin + 1; i < len(lines); i++ {
		line := strings.TrimLeft(lines[i], " ")
		if length += len(line) + 1; length > longestLine || opens(line) {
			return begin
		}
		if line[0] == '}' || line[0] == ']' {
			return i
		}
	}
	return begin
}

func joined(lines []string) string {
	out := lines[0]
	for i, line := range lines[1:] {
		if i > 0 && i < len(lines)-2 {
			out += " "
		}
		out += strings.TrimLeft(line, " ")
	}
	return out
}

// FileName returns a name for the file of a request: what is safe of its method and its path.
func FileName(method, path string) string {
	path, _, _ = strings.Cut(path, "?")
	var out strings.Builder
	for _, c := range strings.ToLower(method + " " + path) {
		safe := c >= 'a' && c <= 'z' || c >= '0' && c <= '9'
		switch text := out.String(); {
		case safe:
			out.WriteRune(c)
		case text != "" && !strings.HasSuffix(text, "-"):
			out.WriteByte('-')
		}
	}
	name := strings.Trim(out.String()[:min(out.Len(), longestName)], "-")
	if name == "" {
		name = strings.ToLower(http.MethodGet)
	}
	return name
}

// longestName is the length of names of files, without the suffix.
const longestName = 80
