package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"strings"
	"sync"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/fwrun/fwrun/platform/fault"
)

// maxFile is the greatest size of a configuration file, in bytes.
const maxFile = 1 << 20

// file is the text of a configuration file, with the means to find places and source lines.
type file struct {
	path  string // relative to the application folder
	text  string // with \n line ends, without a byte order mark
	lines []string
	// cursor is the last place that was found. Places are looked up from left to right, and a
	// line may be very long.
	cursor cursor
	// command is the origin of all values if the text is the output of a command.
	command *Origin
	// mask returns a line as it may be shown, for formats other than YAML.
	mask func(line int) string
}

// originAt returns the origin of a value that begins at a place.
func (f *file) originAt(place fault.Place) Origin {
	if f.command != nil {
		return *f.command
	}
	return Origin{Kind: FromFile, Place: place}
}

// cursor is a position on a line: the number of bytes before it, and its column in characters and
// in UTF-16 units.
type cursor struct {
	line, offset, runes, units int
}

// maxShown is the length of the longest line that is shown with a problem, in bytes.
const maxShown = 1000

func newFile(path, text string) *file {
	text = strings.TrimPrefix(text, "\ufeff")
	text = strings.ReplaceAll(text, "\r\n", "\n")
	text = strings.ReplaceAll(text, "\r", "\n")
	return &file{path: path, text: text, lines: strings.Split(text, "\n")}
}

// readFile reads a file of the application. It returns nil if the file does not exist.
func readFile(fsys fs.FS, path string) (*file, *fault.Diagnostic) {
	f, err := fsys.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, unreadable(path, err)
	}
	defer func() { _ = f.Close() }()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, unreadable(path, err)
	}
	if len(data) > maxFile {
		return nil, &fault.Diagnostic{
			Code: "config-limit", Place: fault.Place{File: path},
			Message: fmt.Sprintf("the file is larger than %d KiB", maxFile>>10),
			Hint:    "move data that is not configuration into another file",
		}
	}
	if line, ok := firstInvalid(data); ok {
		return nil, &fault.Diagnostic{
			Code: "config-syntax", Place: fault.Place{File: path, Line: line},
			Message: "the file is not valid UTF-8", Hint: "save it in the encoding UTF-8",
		}
	}
	return newFile(path, string(data)), nil
}

func unreadable(path string, err error) *fault.Diagnostic {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		err = pathErr.Err
	}
	return &fault.Diagnostic{
		Code: "config-file", Place: fault.Place{File: path},
		Message: "the file cannot be read: " + err.Error(),
	}
}

// firstInvalid returns the line of the first byte that is not UTF-8.
func firstInvalid(data []byte) (int, bool) {
	if utf8.Valid(data) {
		return 0, false
	}
	valid := 0
	for valid < len(data) {
		r, size := utf8.DecodeRune(data[valid:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		valid += size
	}
	return 1 + bytes.Count(data[:valid], []byte("\n")), true
}

// place converts a line and a column counted in characters to a Place, whose column counts UTF-16
// units.
func (f *file) place(line, column int) fault.Place {
	line = min(max(line, 1), len(f.lines))
	c := f.cursor
	if c.line != line || c.runes > column {
		c = cursor{line: line, runes: 1, units: 1}
	}
	text := f.lines[line-1]
	for c.runes < column && c.offset < len(text) {
		r, size := utf8.DecodeRuneInString(text[c.offset:])
		c.offset += size
		c.runes++
		c.units += utf16.RuneLen(r)
	}
	f.cursor = c
	return fault.Place{File: f.path, Line: line, Col: c.units}
}

// entryName matches the names on a line of YAML, block or flow style.
var entryName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`([\pL\pN_.$-]+)(["']?\s*:\s*)`) })

// firstWord matches the first word of a line that lacks its colon.
var firstWord = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[\s"'-]*([\pL\pN_.$-]+)[\s"':=]+`) })

// pureReference matches a value that refers to a secret without containing it.
var pureReference = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^["']?(\$env\.\w+|\$\{[\w.\[\]-]+\})["']?$`) })

// source returns a line as it may be shown: everything that follows a secret name, on its line or
// indented below it, is masked. A very long line is not shown.
func (f *file) source(line int) string {
	if line < 1 || line > len(f.lines) || len(f.lines[line-1]) > maxShown {
		return ""
	}
	if f.mask != nil {
		return f.mask(line)
	}
	text := f.lines[line-1]
	if f.belowSecret(line) {
		return text[:indentation(text)] + masked
	}
	for _, match := range entryName().FindAllStringSubmatchIndex(text, -1) {
		name, end := text[match[2]:match[3]], match[1]
		if value := strings.TrimSpace(text[end:]); IsSecret(name) && value != "" && !pureReference().MatchString(value) {
			return text[:end] + masked
		}
	}
	if word := firstWord().FindStringSubmatch(text); word != nil && !strings.Contains(text, ":") && IsSecret(word[1]) {
		return word[0] + masked
	}
	return maskLine(text)
}

// belowSecret reports whether a line is indented below a line with a secret name.
func (f *file) belowSecret(line int) bool {
	indent := indentation(f.lines[line-1])
	for i := line - 2; i >= 0 && indent > 0; i-- {
		text := f.lines[i]
		if strings.TrimSpace(text) == "" || indentation(text) >= indent {
			continue
		}
		indent = indentation(text)
		if name, _, ok := strings.Cut(text, ":"); ok && IsSecret(name) {
			return true
		}
	}
	return false
}

func indentation(text string) int {
	return len(text) - len(strings.TrimLeft(text, " \t"))
}
