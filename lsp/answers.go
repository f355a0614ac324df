package lsp

import (
	"fmt"
	"strings"
	"unicode/utf16"

	"github.com/fwrun/fwrun/platform/fault"
)

// at returns the application of a document with the cursor; ok is false if the document is not open, or belongs to none.
func (s *server) at(params positionParams) (in *folder, at Cursor, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.document(params.TextDocument.URI)
	if d == nil {
		return nil, at, false
	}
	return d.in, Cursor{fault.Place{File: d.file, Line: params.Position.Line + 1, Col: params.Position.Character + 1}, d.text}, true
}

func (s *server) definition(params positionParams) (any, error) {
	in, at, ok := s.at(params)
	if !ok {
		return []location{}, nil
	}
	return s.locations(in, in.app.Definition(at)), nil
}

func (s *server) references(params positionParams) (any, error) {
	in, at, ok := s.at(params)
	if !ok {
		return []location{}, nil
	}
	return s.locations(in, in.app.References(at, params.Context.IncludeDeclaration)), nil
}

func (s *server) locations(in *folder, spots []fault.Spot) []location {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]location, len(spots))
	for i, spot := range spots {
		list[i] = s.locationOf(in, spot)
	}
	return list
}

func (s *server) hover(params positionParams) (any, error) {
	in, at, ok := s.at(params)
	if !ok {
		return nil, nil //nolint:nilnil // null is the answer
	}
	text := in.app.Hover(at)
	if text == "" {
		return nil, nil //nolint:nilnil // null is the answer
	}
	return hover{markup{"markdown", text}}, nil
}

func (s *server) completion(params positionParams) (any, error) {
	list := completionList{true, []completionItem{}} // it depends on what is typed next
	in, at, ok := s.at(params)
	if !ok {
		return list, nil
	}
	for i, c := range in.app.Complete(at) {
		begin := position{params.Position.Line, max(params.Position.Character-c.Before, 0)}
		list.Items = append(list.Items, completionItem{
			Label: c.Text, Kind: kindOfProperty, Detail: c.Detail, Documentation: c.About, SortText: fmt.Sprintf("%05d", i), FilterText: c.Text,
			TextEdit: textEdit{textRange{begin, params.Position}, c.Text},
		})
	}
	return list, nil
}

// kindOfProperty is the protocol's kind of completions.
const kindOfProperty = 10

func (s *server) documentSymbol(params documentParams) (any, error) {
	list := []symbolInformation{}
	if in, at, ok := s.at(positionParams{TextDocument: params.TextDocument}); ok {
		for _, symbol := range in.app.Symbols() {
			if symbol.At.File == at.File {
				list = append(list, s.informationOf(in, symbol))
			}
		}
	}
	return list, nil
}

func (s *server) workspaceSymbol(params symbolParams) (any, error) {
	s.mu.Lock()
	var all []*folder
	for _, in := range s.folders {
		all = append(all, in)
	}
	s.mu.Unlock()
	list := []symbolInformation{}
	for _, in := range all {
		for _, symbol := range in.app.Symbols() {
			if strings.Contains(strings.ToLower(symbol.Name+" "+symbol.In), strings.ToLower(params.Query)) {
				list = append(list, s.informationOf(in, symbol))
			}
		}
	}
	return list, nil
}

func (s *server) informationOf(in *folder, symbol Symbol) symbolInformation {
	return symbolInformation{symbol.Name, symbol.Kind, s.locations(in, []fault.Spot{symbol.At})[0], symbol.In}
}

func (s *server) codeLens(params documentParams) (any, error) {
	list := []codeLens{}
	if in, at, ok := s.at(positionParams{TextDocument: params.TextDocument}); ok {
		for _, lens := range in.app.Lenses(at.File) {
			line := rangeOf(fault.Spot{Place: fault.Place{Line: lens.Line}})
			list = append(list, codeLens{line, command{Title: lens.Title}})
		}
	}
	return list, nil
}

// codeAction offers the replacements that remove the mistakes in a range, as long as the text has what is to be replaced.
func (s *server) codeAction(params actionParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	list, d := []codeAction{}, s.document(params.TextDocument.URI)
	if d == nil {
		return list, nil
	}
	lines := strings.Split(d.text, "\n")
	for _, found := range d.in.found[d.file] {
		mend, shown := found.Mend, s.diagnosticOf(d.in, found)
		if mend == nil || !touches(shown.Range, params.Range) || !has(lines, *mend) {
			continue
		}
		where := rangeOf(fault.Spot{Place: fault.Place{Line: mend.Line, Col: mend.Col}})
		where.End = position{where.Start.Line, where.Start.Character + fault.Width(mend.Old)}
		list = append(list, codeAction{
			Title: titleOf(*mend), Kind: "quickfix", Diagnostics: []diagnostic{shown}, IsPreferred: true,
			Edit: workspaceEdit{map[string][]textEdit{d.uri: {{where, mend.New}}}},
		})
	}
	return list, nil
}

// touches reports whether two ranges have a line in common: an editor asks with its cursor, which may be anywhere in the line.
func touches(a, b textRange) bool { return a.Start.Line <= b.End.Line && b.Start.Line <= a.End.Line }

// has reports whether a text still has what is to be replaced.
func has(lines []string, mend fault.Mend) bool {
	if mend.Line < 1 || mend.Line > len(lines) {
		return false
	}
	units := utf16.Encode([]rune(lines[mend.Line-1]))
	from, to := mend.Col-1, mend.Col-1+fault.Width(mend.Old)
	return from >= 0 && to <= len(units) && string(utf16.Decode(units[from:to])) == mend.Old
}

// titleOf says what a replacement does.
func titleOf(mend fault.Mend) string {
	old, text := strings.TrimSpace(mend.Old), strings.TrimSpace(mend.New)
	switch {
	case text == "":
		return "Remove " + old
	case old == "":
		return "Write " + text
	}
	return "Replace " + old + " by " + text
}
