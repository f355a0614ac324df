package editor

import (
	"regexp"
	"strings"
	"unicode/utf16"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/lsp"
	"github.com/fwrun/fwrun/platform/fault"
)

// cursor is a cursor with its offset in the text.
type cursor struct {
	lsp.Cursor
	offset int
	line   string // up to its end
	within literal
}

func cursorOf(at lsp.Cursor) cursor {
	c := cursor{Cursor: at}
	begin := 0
	for range at.Line - 1 {
		next := strings.IndexByte(at.Text[begin:], '\n')
		if next < 0 {
			begin = len(at.Text)
			break
		}
		begin += next + 1
	}
	c.line, _, _ = strings.Cut(at.Text[begin:], "\n")
	c.offset = begin + byteIn(c.line, at.Col-1)
	if !isYAML(at.File) {
		for _, l := range literals(at.Text) {
			if l.from <= c.offset && c.offset <= l.to {
				c.within = l
				break // those within a template come before it
			}
		}
	}
	return c
}

// byteIn returns the offset in a line of a number of UTF-16 units.
func byteIn(line string, units int) int {
	for i, r := range line {
		if units <= 0 {
			return i
		}
		units -= utf16.RuneLen(r)
	}
	return len(line)
}

func isYAML(file string) bool {
	return strings.HasSuffix(file, ".yml") || strings.HasSuffix(file, ".yaml")
}

// before returns the text of the line up to the cursor.
func (c *cursor) before() string {
	begin := strings.LastIndexByte(c.Text[:c.offset], '\n') + 1
	return c.Text[begin:c.offset]
}

// between returns the text of the line from a column to the cursor.
func (c *cursor) between(col int) string {
	before := c.before()
	return before[min(byteIn(before, col-1), len(before)):]
}

// word returns the name under the cursor.
func (c *cursor) word() string { return c.Text[c.wordBegin():c.wordEnd()] }

func (c *cursor) wordBegin() int {
	from := c.offset
	for from > 0 && isNameByte(c.Text[from-1]) {
		from--
	}
	return from
}

func (c *cursor) wordEnd() int {
	to := c.offset
	for to < len(c.Text) && isNameByte(c.Text[to]) {
		to++
	}
	return to
}

func isNameByte(b byte) bool {
	return b == '_' || b == '$' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b >= 0x80
}

// argumentOf returns the text that the cursor is in, if that is the argument of a decorator.
func (c *cursor) argumentOf(decorator string) (text string, ok bool) {
	if c.within.quote == 0 || c.within.from == 0 {
		return "", false
	}
	before := strings.TrimRight(c.Text[:c.within.from-1], " \t\r\n")
	return c.Text[c.within.from:c.within.to], strings.HasSuffix(before, "@"+decorator+"(")
}

// keyName matches the key of a placeholder, as far as it is written.
var keyName = regexp.MustCompile(`^[\pL\pN_.\[\]-]*`)

// key returns the key of the placeholder that the cursor is in, and how many bytes of it are before the cursor.
func (c *cursor) key() (key string, typed int, ok bool) {
	if !isYAML(c.File) && (c.within.quote == 0 || c.within.quote == '`') {
		return "", 0, false
	}
	before := c.before()
	if c.within.quote != 0 {
		before = c.Text[c.within.from:c.offset]
	}
	at := strings.LastIndex(before, "${")
	if at < 0 || strings.ContainsAny(before[at+2:], "}: ") {
		return "", 0, false
	}
	begin := c.offset - len(before) + at + 2
	return keyName.FindString(c.Text[begin:]), c.offset - begin, true
}

// placeholder matches a reference to a key.
var placeholder = regexp.MustCompile(`\$\{([\pL\pN_.\[\]-]+)`)

// referencesIn lists where a part of a text refers to a key.
func referencesIn(file, text string, from, to int, key string) (list []fault.Spot) {
	for _, m := range placeholder.FindAllStringSubmatchIndex(text[from:to], -1) {
		if name := text[from+m[2] : from+m[3]]; fold(name) == fold(key) {
			pos := source.PosAt([]byte(text), from+m[2])
			list = append(list, fault.SpotOf(fault.Place{File: file, Line: pos.Line, Col: pos.Col}, name))
		}
	}
	return list
}
