package markup

import (
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// A Group is a list of pages below a name, in a page that lists others.
type Group struct {
	Name    string // "" for a list without one
	Entries []Entry
}

// An Entry is one page of a group.
type Entry struct {
	Label string
	To    string // as the list has it
	About string // what the list says of it
}

// Contents reads the lists of links in the page that each follow a paragraph of bold text, which names the list: each item is a link,
// and what is said of it after a colon. Other lists are not of pages.
func (d *Document) Contents() []Group {
	var groups []Group
	for node := d.root.FirstChild(); node != nil; node = node.NextSibling() {
		list, is := node.(*ast.List)
		if !is || !isBold(node.PreviousSibling()) {
			continue
		}
		group := Group{Name: d.textOf(node.PreviousSibling())}
		for item := list.FirstChild(); item != nil; item = item.NextSibling() {
			if link := firstLink(item); link != nil {
				_, about, _ := strings.Cut(d.textOf(item), ": ")
				group.Entries = append(group.Entries, Entry{Label: d.textOf(link), To: d.Links[slices.Index(d.nodes, ast.Node(link))].To, About: about})
			}
		}
		groups = append(groups, group)
	}
	return groups
}

// isBold reports whether a block is a paragraph of nothing but bold text.
func isBold(node ast.Node) bool {
	if node == nil || node.Kind() != ast.KindParagraph || node.ChildCount() != 1 {
		return false
	}
	strong, is := node.FirstChild().(*ast.Emphasis)
	return is && strong.Level == 2
}

// firstLink returns the link that an item of a list begins with, or nil.
func firstLink(item ast.Node) *ast.Link {
	if item.FirstChild() == nil {
		return nil
	}
	link, _ := item.FirstChild().FirstChild().(*ast.Link)
	return link
}
