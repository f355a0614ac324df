package markup

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	table "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"
)

// A Section is a heading with the text below it, up to the next heading.
type Section struct {
	Heading
	Body string // without marks, each run of white space one space
}

// sectionLevel is down to which level headings begin a section; those below belong to the one around them.
const sectionLevel = 4

// Sections returns the sections of the page, in order. What is above its first heading is in none.
func (d *Document) Sections() []Section {
	var list []Section
	at := 0 // the next heading
	for node := d.root.FirstChild(); node != nil; node = node.NextSibling() {
		if heading, is := node.(*ast.Heading); is {
			at++
			if heading.Level <= sectionLevel {
				list = append(list, Section{Heading: d.Headings[at-1]})
				continue
			}
		} else {
			at += headingsIn(node)
		}
		if len(list) > 0 {
			section := &list[len(list)-1]
			section.Body = strings.TrimSpace(section.Body + " " + d.textOf(node))
		}
	}
	return list
}

// headingsIn counts the headings inside of a block, such as a quotation.
func headingsIn(node ast.Node) (count int) {
	_ = ast.Walk(node, func(inner ast.Node, entering bool) (ast.WalkStatus, error) {
		if inner.Kind() == ast.KindHeading && entering {
			count++
		}
		return ast.WalkContinue, nil
	})
	return count
}

// textOf returns the text of a node without marks, on one line.
func (d *Document) textOf(node ast.Node) string {
	var b strings.Builder
	_ = ast.Walk(node, func(inner ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			if inner.Type() == ast.TypeBlock || inner.Kind() == table.KindTableCell {
				b.WriteByte(' ')
			}
			return ast.WalkContinue, nil
		}
		switch inner := inner.(type) {
		case *ast.Text:
			value := inner.Value(d.source)
			if !inner.IsRaw() {
				value = util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(value)))
			}
			b.Write(value)
			if inner.SoftLineBreak() || inner.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(inner.Value)
		case *ast.AutoLink:
			b.Write(inner.Label(d.source))
		case *ast.FencedCodeBlock, *ast.CodeBlock:
			b.Write(inner.Lines().Value(d.source))
		}
		return ast.WalkContinue, nil
	})
	return strings.Join(strings.Fields(b.String()), " ")
}
