package markup

import (
	"bytes"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	table "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
)

// A Document is a page that has been read.
type Document struct {
	Title    string // the text of its heading of the first level
	Lead     string // the text of the paragraph below that
	Headings []Heading
	Links    []Link

	source []byte
	root   ast.Node
	ids    map[ast.Node]string // of headings
	nodes  []ast.Node          // those of Links
}

// A Heading is one of a page's headings.
type Heading struct {
	Level int // 1 to 6
	Text  string
	ID    string
}

// A Link is a link or an image, as the page has it.
type Link struct {
	To    string // such as "sql.md#rows"
	Image bool
	Line  int // in the page, from 1
}

// Parse reads a page. Any text is a page.
func Parse(source []byte) *Document {
	d := &Document{source: source, ids: map[ast.Node]string{}}
	d.root = goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader(source))
	given := slugs{}
	d.walk(func(node ast.Node) {
		switch node := node.(type) {
		case *ast.Heading:
			d.addHeading(node, given)
		case *ast.Link:
			d.addLink(node, string(node.Destination), false)
		case *ast.Image:
			d.addLink(node, string(node.Destination), true)
		case *table.TableCell:
			align(node)
		}
	})
	if lead := d.lead(); lead != nil {
		d.Lead = d.textOf(lead)
	}
	return d
}

func (d *Document) addHeading(node *ast.Heading, given slugs) {
	heading := Heading{Level: node.Level, Text: d.textOf(node)}
	heading.ID = given.of(heading.Text)
	d.ids[node] = heading.ID
	d.Headings = append(d.Headings, heading)
	if node.Level == 1 && d.Title == "" {
		d.Title = heading.Text
	}
}

func (d *Document) addLink(node ast.Node, to string, image bool) {
	d.nodes = append(d.nodes, node)
	d.Links = append(d.Links, Link{To: to, Image: image, Line: d.lineOf(node)})
}

// lineOf returns the line in which the first text inside of a node is, or that of what is around it.
func (d *Document) lineOf(node ast.Node) int {
	at := -1
	for around := node; at < 0 && around != nil; around = around.Parent() {
		_ = ast.Walk(around, func(inner ast.Node, entering bool) (ast.WalkStatus, error) {
			if t, is := inner.(*ast.Text); is && entering {
				at = t.Segment.Start
				return ast.WalkStop, nil
			}
			return ast.WalkContinue, nil
		})
	}
	return 1 + bytes.Count(d.source[:max(at, 0)], []byte("\n"))
}

// walk calls a function with each node, parents first.
func (d *Document) walk(visit func(ast.Node)) {
	_ = ast.Walk(d.root, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			visit(node)
		}
		return ast.WalkContinue, nil
	})
}

// title returns the heading of the first level that a page begins with, or nil.
func (d *Document) title() ast.Node {
	if first, is := d.root.FirstChild().(*ast.Heading); is && first.Level == 1 {
		return first
	}
	return nil
}

// lead returns the paragraph below the title, or nil.
func (d *Document) lead() ast.Node {
	if title := d.title(); title != nil {
		if paragraph, is := title.NextSibling().(*ast.Paragraph); is {
			return paragraph
		}
	}
	return nil
}
