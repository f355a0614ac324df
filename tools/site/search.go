package site

import (
	"bytes"
	"encoding/json"
	"path"
)

// The index of the search: assets/search.js reads it. It is a script that holds nothing but JSON, since a page that is opened as a file may
// load scripts, and nothing else.
type index struct {
	Pages    [][4]any `json:"pages"`    // title, URL from the root, where it is, weight
	Sections [][4]any `json:"sections"` // index of the page, heading, id, text
}

const indexFile = "search-index.js"

// weight is how much is found in a page, compared with the guide.
func (b *builder) weight(p *page) float64 {
	switch {
	case p == b.home, path.Base(p.path) == "contents.html": // others say better what they list
		return 0.5
	case p.part != b.parts[0]:
		return 0.15
	default:
		return 1
	}
}

func (b *builder) writeIndex() error {
	found := index{}
	for i, p := range b.all() {
		where := p.group
		if p.part != nil {
			where = p.part.name
		}
		found.Pages = append(found.Pages, [4]any{p.doc.Title, p.path, where, b.weight(p)})
		for _, section := range p.doc.Sections() {
			found.Sections = append(found.Sections, [4]any{i, section.Text, section.ID, section.Body})
		}
	}
	var text bytes.Buffer
	text.WriteString("globalThis.searchIndex =\n")
	if err := json.NewEncoder(&text).Encode(found); err != nil {
		return err
	}
	b.files[indexFile] = text.Bytes()
	return nil
}
