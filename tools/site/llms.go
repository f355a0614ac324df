package site

import (
	"fmt"
	"strings"
)

// writeText writes llms.txt, which lists the pages for language models, and llms-full.txt, which has the whole guide in one file.
func (b *builder) writeText() error {
	b.files["llms.txt"] = []byte(b.list())
	b.files["llms-full.txt"] = []byte(b.whole())
	return nil
}

// list lists the pages in the form of llms.txt: what is optional, may be left out by who has little room.
func (b *builder) list() string {
	var text strings.Builder
	fmt.Fprintf(&text, "# %s\n\n> %s\n\nThe whole guide in one file: [llms-full.txt](llms-full.txt)\n", b.home.doc.Title, b.home.doc.Lead)
	for i, part := range b.parts {
		for _, group := range part.groups {
			name := group.name
			switch {
			case i > 0 && group != part.groups[0]:
				name = "" // goes on
			case i > 0:
				name = "Optional"
			case name == "":
				name = part.name
			}
			if name != "" {
				fmt.Fprintf(&text, "\n## %s\n\n", name)
			}
			for _, p := range group.pages {
				fmt.Fprintf(&text, "- [%s](%s): %s\n", p.doc.Title, p.markdown(), p.describe())
			}
		}
	}
	return strings.ReplaceAll(text.String(), "): \n", ")\n")
}

// whole returns the home page and the guide.
func (b *builder) whole() string {
	var text strings.Builder
	for _, p := range append([]*page{b.home}, b.parts[0].pages()...) {
		fmt.Fprintf(&text, "<!-- %s -->\n\n%s\n", p.markdown(), strings.TrimSpace(string(p.text)))
		text.WriteString("\n")
	}
	return text.String()
}
