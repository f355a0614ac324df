package site

import (
	"path"
	"strings"

	"github.com/fwrun/fwrun/tools/site/markup"
)

// A part is a book of the site: the guide, or what is said of the project.
type part struct {
	name   string
	groups []*group
}

// A group is some pages of a part, below a name.
type group struct {
	name  string
	pages []*page
}

// A page is one page of the site.
type page struct {
	source string // "docs/guide/sql.md"
	made   bool   // there is no such source
	path   string // "guide/sql.html"
	label  string // a short name, for lists of pages
	about  string // what is in it, in one line; "" if nobody says
	part   *part  // nil for the home page
	group  string
	text   []byte // Markdown
	doc    *markup.Document
	links  map[string]target // by what the page has
}

func (p *part) pages() []*page {
	var list []*page
	for _, group := range p.groups {
		list = append(list, group.pages...)
	}
	return list
}

// newPage reads a page.
func newPage(source, to string, text []byte) *page {
	doc := markup.Parse(text)
	return &page{source: source, path: to, label: doc.Title, text: text, doc: doc, links: map[string]target{}}
}

// describe returns a sentence or two about a page.
func (p *page) describe() string {
	about := p.about
	if about == "" {
		about = p.doc.Lead
	}
	return cutAfterWord(about, 160)
}

// markdown returns the path of the page as Markdown.
func (p *page) markdown() string { return strings.TrimSuffix(p.path, ".html") + ".md" }

// root returns the way from a page to the root of the site: "", "../", and so on.
func (p *page) root() string { return strings.Repeat("../", strings.Count(p.path, "/")) }

// relative returns the relative URL of a file, as seen from a page.
func (p *page) relative(to string) string {
	from := path.Dir(p.path)
	up := ""
	for from != "." && !strings.HasPrefix(to, from+"/") {
		from, up = path.Dir(from), up+"../"
	}
	if from != "." {
		to = strings.TrimPrefix(to, from+"/")
	}
	return up + to
}

// cutAfterWord cuts a text after a word, so that it has about as many bytes as are wanted, at most.
func cutAfterWord(text string, most int) string {
	if len(text) <= most {
		return text
	}
	cut := text[:most]
	if space := strings.LastIndexByte(cut, ' '); space > 0 {
		cut = cut[:space]
	}
	return strings.TrimRight(strings.ToValidUTF8(cut, ""), " ,;:.–—(") + " …"
}
