package typescript

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// relevant returns the answers about the application, as diagnostics.
func (p *project) relevant(answers []answer) (list fault.List) {
	texts := map[string][]byte{}
	for _, a := range answers {
		d, inside := p.diagnostic(p.unextended(a))
		if !inside {
			continue
		}
		if _, known := texts[d.Place.File]; !known && d.Place.File != "" {
			texts[d.Place.File], _ = os.ReadFile(filepath.Join(p.folder, filepath.FromSlash(d.Place.File))) // without it there is no line to show
		}
		if d.Place.Line > 0 {
			d.Source = fault.Line(texts[d.Place.File], d.Place.Line)
			d.Length = wordAt(d.Source, d.Place.Col)
		}
		list = append(list, d)
	}
	list = p.withoutEnums(list, texts)
	list.Sort()
	return list
}

// unextended returns an answer about the configuration that extends the application's as one about that.
func (p *project) unextended(a answer) answer {
	ours := filepath.ToSlash(filepath.Join(p.ours, p.file()))
	own := func(text string) string { return strings.ReplaceAll(text, ours, filepath.ToSlash(p.config.File)) }
	if a.file != "" && isBelow(inFolder(p.folder, a.file), p.ours) {
		a.file, a.line, a.col = p.config.File, 0, 0
	}
	a.text = own(a.text)
	for i := range a.rest {
		a.rest[i] = own(a.rest[i])
	}
	return a
}

// diagnostic returns an answer, and whether it is about the application.
func (p *project) diagnostic(a answer) (d fault.Diagnostic, inside bool) {
	d = fault.Diagnostic{Code: a.code, Tool: Tool, Message: a.text, Why: strings.Join(a.rest, " ")}
	if a.file == "" {
		return d, true
	}
	path := a.file
	if filepath.IsAbs(filepath.FromSlash(path)) {
		relative, err := filepath.Rel(p.folder, filepath.FromSlash(path))
		if err != nil {
			return d, false
		}
		path = relative
	}
	path = filepath.ToSlash(filepath.Clean(filepath.FromSlash(path)))
	d.Place = fault.Place{File: path, Line: a.line, Col: a.col}
	return d, filepath.IsLocal(filepath.FromSlash(path))
}

// Tool is the tool of the diagnostics.
const Tool = "typescript"

// wordAt returns the length of the name or text at a column, in UTF-16 units.
func wordAt(line string, col int) int {
	for i := range line {
		if fault.Width(line[:i]) < col-1 {
			continue
		}
		rest := line[i:]
		if quote := rest[0]; quote == '"' || quote == '\'' || quote == '`' {
			if end := strings.IndexByte(rest[1:], quote); end >= 0 {
				return fault.Width(rest[:end+2])
			}
		}
		end := strings.IndexFunc(rest, func(c rune) bool {
			return c != '_' && c != '$' && c != '#' && !unicode.IsLetter(c) && !unicode.IsDigit(c)
		})
		if end < 0 {
			end = len(rest)
		}
		return fault.Width(rest[:end])
	}
	return 0
}

var usedAsType = regexp.MustCompile(`^'([\w$]+)' refers to a value, but is being used as a type here`)

// withoutEnums leaves out what TypeScript 7 says of a JSDoc @enum, which it does not know: that it is a value.
func (p *project) withoutEnums(list fault.List, texts map[string][]byte) fault.List {
	var enums []string
	return slices.DeleteFunc(list, func(d fault.Diagnostic) bool {
		m := usedAsType.FindStringSubmatch(d.Message)
		if d.Code != "ts2749" || m == nil {
			return false
		}
		if enums == nil {
			enums = p.enums()
		}
		name := m[1]
		for _, i := range source.Read(d.Place.File, texts[d.Place.File]).Imports {
			if i.Local == name && i.Name != "default" {
				name = i.Name
			}
		}
		return slices.Contains(enums, name)
	})
}

// enums lists the names of the JSDoc enums of the application.
func (p *project) enums() []string {
	names := []string{}
	p.each(func(name string) bool {
		if ext := filepath.Ext(name); ext != ".js" && ext != ".mjs" {
			return true
		}
		if text, err := os.ReadFile(filepath.Join(p.folder, filepath.FromSlash(name))); err == nil && strings.Contains(string(text), "@enum") {
			for _, e := range source.Read(name, text).Enums {
				names = append(names, e.Name)
			}
		}
		return true
	})
	return names
}
