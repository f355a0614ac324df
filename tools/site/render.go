package site

import (
	"bytes"
	"embed"
	"html/template"
	"io/fs"
	"path"
	"strings"

	"github.com/fwrun/fwrun/tools/site/markup"
)

//go:embed layout/*.html
var layouts embed.FS

//go:embed assets
var assets embed.FS

// policy is the Content-Security-Policy of each page: files of the site, and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'"

// A view is what a layout shows.
type view struct {
	Root        string // the way to the root of the site
	Policy      string
	Site        string // the name of the site
	Title       string
	Description string
	Repository  string
	Home        bool
	Parts       []item
	Groups      []menu
	Where       string // the group of the page
	Heading     template.HTML
	Lead        template.HTML
	Body        template.HTML
	Contents    []markup.Heading
	Previous    *item
	Next        *item
	Source      string // where the page can be changed
	Markdown    string
	First       string // the first page of the guide
}

// An item is a link to a page.
type item struct {
	Label   string
	URL     string
	Current bool
}

// A menu is a group of items.
type menu struct {
	Name  string
	Items []item
}

func (b *builder) writePages() error {
	layout, err := template.ParseFS(layouts, "layout/*.html")
	if err != nil {
		return err
	}
	write := func(to, name string, of view) error {
		var text bytes.Buffer
		err := layout.ExecuteTemplate(&text, name, of)
		b.files[to] = text.Bytes()
		return err
	}
	for _, p := range b.all() {
		name := "page.html"
		if p == b.home {
			name = "home.html"
		}
		if err := write(p.path, name, b.view(p)); err != nil {
			return err
		}
	}
	return write("404.html", "404.html", view{
		Root: b.options.Base, Policy: policy, Site: b.home.doc.Title, Title: "Not found", Repository: b.options.Repository,
		Parts: b.partItems(&page{path: "404.html"}, b.options.Base),
	})
}

func (b *builder) view(p *page) view {
	content := p.doc.Render(p.html)
	v := view{
		Root: p.root(), Policy: policy, Site: b.home.doc.Title, Title: p.doc.Title, Description: p.describe(), Repository: b.options.Repository,
		Home: p == b.home, Parts: b.partItems(p, ""), Where: p.group, Contents: contentsOf(p), Markdown: path.Base(p.markdown()),
		// The pages are the repository's own, and Markdown was made HTML by package markup.
		Heading: template.HTML(content.Title), Lead: template.HTML(content.Lead), Body: template.HTML(content.Body),
	}
	if !p.made {
		v.Source = b.options.Repository + "/edit/main/" + p.source
	}
	if p.part == nil {
		v.First = p.relative(b.parts[0].pages()[1].path)
		return v
	}
	for _, group := range p.part.groups {
		v.Groups = append(v.Groups, menuOf(group, p))
	}
	v.Previous, v.Next = neighbours(p)
	return v
}

// partItems lists the parts of the site, each by its first page.
func (b *builder) partItems(from *page, base string) (items []item) {
	for _, part := range b.parts {
		items = append(items, item{Label: part.name, URL: base + from.relative(part.pages()[0].path), Current: part == from.part})
	}
	return items
}

func menuOf(of *group, from *page) menu {
	list := menu{Name: of.name}
	for _, p := range of.pages {
		list.Items = append(list.Items, item{Label: p.label, URL: from.relative(p.path), Current: p == from})
	}
	return list
}

// neighbours returns the pages before and after one in its part, or nil.
func neighbours(p *page) (before, after *item) {
	pages := p.part.pages()
	for i, one := range pages {
		if one != p {
			continue
		}
		if i > 0 {
			before = &item{Label: pages[i-1].label, URL: p.relative(pages[i-1].path)}
		}
		if i+1 < len(pages) {
			after = &item{Label: pages[i+1].label, URL: p.relative(pages[i+1].path)}
		}
	}
	return before, after
}

// contentsOf lists the headings that stand beside the page: two levels, or one if there are many.
func contentsOf(p *page) (list []markup.Heading) {
	for _, heading := range p.doc.Headings {
		if heading.Level == 2 || heading.Level == 3 {
			list = append(list, heading)
		}
	}
	return list
}

// copyAssets adds the files that are the same for each site.
func (b *builder) copyAssets() error {
	return fs.WalkDir(assets, "assets", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := assets.ReadFile(name)
		b.files[strings.TrimPrefix(name, "assets/")] = text
		return err
	})
}
