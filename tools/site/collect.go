package site

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/tools/site/markup"
)

const guide = "docs/guide"

// beside are the pages about the project that are not in docs. One that is not there is left out.
var beside = [...]struct{ source, name string }{
	{"CHANGELOG.md", "changelog"},
	{"CONTRIBUTING.md", "contributing"},
	{"SECURITY.md", "security"},
	{"tools/bench/README.md", "figures"},
}

// collect finds the pages, and puts them in order.
func (b *builder) collect() error {
	home, err := b.read("README.md", "index.html")
	if err != nil {
		return err
	}
	b.home = home
	handbook, err := b.collectGuide()
	if err != nil {
		return err
	}
	project, err := b.collectProject()
	if err != nil {
		return err
	}
	b.parts = []*part{handbook, project}
	for _, part := range b.parts {
		for _, group := range part.groups {
			for _, page := range group.pages {
				page.part, page.group = part, group.name
			}
		}
	}
	return nil
}

// read reads a page and remembers it by its source.
func (b *builder) read(source, to string) (*page, error) {
	text, err := fs.ReadFile(b.source, source)
	if err != nil {
		return nil, err
	}
	one := newPage(source, to, text)
	if one.doc.Title == "" {
		return nil, fmt.Errorf("%s has no heading of the first level", source)
	}
	b.pages[source] = one
	return one, nil
}

// collectGuide reads the pages of the guide in the order of its README.md, below the names that it gives.
func (b *builder) collectGuide() (*part, error) {
	index, err := b.read(guide+"/README.md", "guide/contents.html")
	if err != nil {
		return nil, err
	}
	index.label = "Contents"
	handbook := &part{name: "Guide", groups: []*group{{pages: []*page{index}}}}
	for _, listed := range index.doc.Contents() {
		section := &group{name: listed.Name}
		for _, entry := range listed.Entries {
			pages, err := b.readListed(entry)
			if err != nil {
				return nil, err
			}
			section.pages = append(section.pages, pages...)
		}
		handbook.groups = append(handbook.groups, section)
	}
	return handbook, b.requireListed()
}

// readListed reads a page that the guide lists, and those in the folder of its name. It returns none for a link to anything but a page of the guide.
func (b *builder) readListed(entry markup.Entry) ([]*page, error) {
	source := path.Join(guide, entry.To)
	if !strings.HasPrefix(source, guide+"/") || path.Ext(source) != ".md" {
		return nil, nil
	}
	first, err := b.read(source, guidePath(source))
	if err != nil {
		return nil, fmt.Errorf("%s/README.md: %w", guide, err)
	}
	first.label, first.about = entry.Label, entry.About
	pages := []*page{first}
	inside, err := fs.Glob(b.source, strings.TrimSuffix(source, ".md")+"/*.md")
	if err != nil {
		return nil, err
	}
	for _, source := range inside {
		one, err := b.read(source, guidePath(source))
		if err != nil {
			return nil, err
		}
		pages = append(pages, one)
	}
	return pages, nil
}

func guidePath(source string) string {
	return "guide" + strings.TrimSuffix(strings.TrimPrefix(source, guide), ".md") + ".html"
}

// requireListed complains of pages of the guide that nobody would find.
func (b *builder) requireListed() error {
	return fs.WalkDir(b.source, guide, func(name string, _ fs.DirEntry, err error) error {
		if err == nil && path.Ext(name) == ".md" && b.pages[name] == nil {
			return fmt.Errorf("%s/README.md does not list %s", guide, name)
		}
		return err
	})
}

// collectProject reads the other pages of docs, those beside it, and the folders of docs.
func (b *builder) collectProject() (*part, error) {
	project := &group{name: "Project"}
	sources, err := fs.Glob(b.source, "docs/*.md")
	if err != nil {
		return nil, err
	}
	for _, source := range sources {
		one, err := b.read(source, "project/"+strings.TrimSuffix(path.Base(source), ".md")+".html")
		if err != nil {
			return nil, err
		}
		project.pages = append(project.pages, one)
	}
	for _, extra := range beside {
		if _, err := fs.Stat(b.source, extra.source); err != nil {
			continue
		}
		one, err := b.read(extra.source, "project/"+extra.name+".html")
		if err != nil {
			return nil, err
		}
		project.pages = append(project.pages, one)
	}
	folders, err := b.collectFolders()
	return &part{name: "Project", groups: append([]*group{project}, folders...)}, err
}

// collectFolders reads the folders of docs that are not the guide, each as a group. A page that lists the pages of a folder is made.
func (b *builder) collectFolders() ([]*group, error) {
	sources, err := fs.Glob(b.source, "docs/*/*.md")
	if err != nil {
		return nil, err
	}
	var groups []*group
	for _, source := range sources {
		folder := path.Dir(source)
		if folder == guide {
			continue
		}
		name := nameOf(path.Base(folder))
		if !slices.ContainsFunc(groups, func(g *group) bool { return g.name == name }) {
			groups = append(groups, &group{name: name})
		}
		last := groups[len(groups)-1]
		one, err := b.read(source, strings.TrimSuffix(strings.Replace(source, "docs/", "project/", 1), ".md")+".html")
		if err != nil {
			return nil, err
		}
		last.pages = append(last.pages, one)
	}
	for _, group := range groups {
		group.pages = slices.Insert(group.pages, 0, b.listing(group))
	}
	return groups, nil
}

// listing makes a page that lists those of a group.
func (b *builder) listing(of *group) *page {
	var text strings.Builder
	fmt.Fprintf(&text, "# %s\n\n", of.name)
	for _, one := range of.pages {
		fmt.Fprintf(&text, "- [%s](%s)\n", one.doc.Title, path.Base(one.source))
	}
	folder := path.Dir(of.pages[0].source)
	list := newPage(folder+"/README.md", path.Dir(of.pages[0].path)+"/contents.html", []byte(text.String()))
	list.label, list.made = "Contents", true
	b.pages[list.source] = list
	return list
}

// nameOf returns the name of a group of pages, by their folder.
func nameOf(folder string) string {
	if folder == "adr" {
		return "Decisions"
	}
	return strings.ToUpper(folder[:1]) + folder[1:]
}
