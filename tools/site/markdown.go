package site

import (
	"regexp"
	"strings"
)

// writeMarkdown writes each page as Markdown beside its HTML, for agents and for people who want to copy it, with links that lead to these.
func (b *builder) writeMarkdown() error {
	for _, p := range b.all() {
		b.files[p.markdown()] = []byte(p.relinked())
	}
	return nil
}

var (
	fence      = regexp.MustCompile("^ *(```|~~~)")
	inlineLink = regexp.MustCompile(`\]\(([^()\s]+)\)`)
)

// relinked returns the Markdown of a page, with links as the site has them. Code stays as it is.
func (p *page) relinked() string {
	var text strings.Builder
	inCode := false
	for line := range strings.Lines(string(p.text)) {
		if fence.MatchString(line) {
			inCode = !inCode
		}
		if !inCode {
			line = inlineLink.ReplaceAllStringFunc(line, p.relink)
		}
		text.WriteString(line)
	}
	return text.String()
}

// relink takes what is between a link's text and its end: "](sql.md#rows)".
func (p *page) relink(link string) string {
	to, known := p.links[link[2:len(link)-1]]
	switch {
	case !known: // it is in code
		return link
	case to.page == p && to.fragment != "":
		return "](" + to.fragment + ")"
	case to.page != nil:
		return "](" + p.relative(to.page.markdown()) + to.fragment + ")"
	default:
		return "](" + to.url + to.fragment + ")"
	}
}
