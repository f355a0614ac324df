package markup

import (
	"fmt"
	"html"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	table "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	ordinary "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"
)

// Content is a page as HTML, in its parts.
type Content struct {
	Title, Lead, Body string // the heading of the first level, the paragraph below it, and all the rest
}

// A Target is what a link leads to in the page that is written.
type Target struct {
	URL           string
	Width, Height int // of an image, in pixels; 0 if they are not known
}

// Render writes the page, with the target that a function returns for each link.
func (d *Document) Render(target func(Link) Target) Content {
	for i, node := range d.nodes {
		aim(node, target(d.Links[i]))
	}
	var content Content
	var body strings.Builder
	title, lead, writer := d.title(), d.lead(), d.writer()
	for node := d.root.FirstChild(); node != nil; node = node.NextSibling() {
		var out strings.Builder
		_ = writer.Render(&out, d.source, node) // a strings.Builder takes everything
		switch node {
		case title:
			content.Title = out.String()
		case lead:
			content.Lead = out.String()
		default:
			body.WriteString(out.String())
		}
	}
	content.Body = body.String()
	return content
}

// aim lets a link lead to its target.
func aim(node ast.Node, target Target) {
	switch node := node.(type) {
	case *ast.Link:
		node.Destination = []byte(target.URL)
	case *ast.Image:
		node.Destination = []byte(target.URL)
		node.SetAttributeString("loading", []byte("lazy"))
		if target.Width > 0 {
			node.SetAttributeString("width", []byte(strconv.Itoa(target.Width)))
			node.SetAttributeString("height", []byte(strconv.Itoa(target.Height)))
		}
	}
}

// align gives the cell of a table a class, since a policy without inline styles forbids what is usual.
func align(cell *table.TableCell) {
	if cell.Alignment == table.AlignRight || cell.Alignment == table.AlignCenter {
		cell.SetAttributeString("class", []byte(cell.Alignment.String()))
	}
}

func (d *Document) writer() renderer.Renderer {
	return renderer.NewRenderer(renderer.WithNodeRenderers(
		util.Prioritized(parts{d}, 100),
		util.Prioritized(extension.NewTaskCheckBoxHTMLRenderer(), 500),
		util.Prioritized(extension.NewStrikethroughHTMLRenderer(), 500),
		util.Prioritized(extension.NewTableHTMLRenderer(), 500),
		util.Prioritized(ordinary.NewRenderer(ordinary.WithUnsafe()), 1000), // HTML in a page is the page's own
	))
}

// parts writes what is not written as goldmark does.
type parts struct{ document *Document }

// RegisterFuncs implements renderer.NodeRenderer.
func (p parts) RegisterFuncs(to renderer.NodeRendererFuncRegisterer) {
	to.Register(ast.KindHeading, p.heading)
	to.Register(ast.KindFencedCodeBlock, p.code)
	to.Register(ast.KindCodeBlock, p.code)
	to.Register(table.KindTable, p.table)
	to.Register(table.KindTableCell, p.cell)
	to.Register(ast.KindCodeSpan, p.codeSpan)
}

// heading writes a heading with a link to itself beside it, so that the link is no part of its name.
func (p parts) heading(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	level, id := node.(*ast.Heading).Level, p.document.ids[node]
	switch {
	case level == 1 && entering:
		fmt.Fprintf(w, "<h1 id=%q>", id)
	case level == 1:
		fmt.Fprint(w, "</h1>\n")
	case entering:
		fmt.Fprintf(w, "<div class=\"heading\"><h%d id=%q>", level, id)
	default:
		name := html.EscapeString(p.document.textOf(node))
		fmt.Fprintf(w, "</h%d><a class=\"anchor\" href=\"#%s\" aria-label=\"Link to “%s”\">#</a></div>\n", level, id, name)
	}
	return ast.WalkContinue, nil
}

// table writes a table in a box that scrolls when it is too wide.
func (parts) table(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		fmt.Fprint(w, "<div class=\"table\"><table>\n")
	} else {
		fmt.Fprint(w, "</table></div>\n")
	}
	return ast.WalkContinue, nil
}

func (p parts) code(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	language, text := "", string(node.Lines().Value(source))
	if fenced, is := node.(*ast.FencedCodeBlock); is {
		language = string(fenced.Language(source))
	}
	if language == "" && strings.HasPrefix(text, "$ ") {
		language = "console"
	}
	writeCode(w, language, text)
	return ast.WalkSkipChildren, nil
}

// cell writes the cell of a table. The head of a column without a name is no head.
func (parts) cell(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	name := "td"
	if node.Parent().Kind() == table.KindTableHeader && node.HasChildren() {
		name = "th"
	}
	if !entering {
		fmt.Fprintf(w, "</%s>\n", name)
		return ast.WalkContinue, nil
	}
	fmt.Fprint(w, "<", name)
	if class, is := node.AttributeString("class"); is {
		fmt.Fprintf(w, " class=\"%s\"", class)
	}
	fmt.Fprint(w, ">")
	return ast.WalkContinue, nil
}

// breaks are the characters after which a long name in a table may go on in the next line.
var breaks = strings.NewReplacer(".", ".<wbr>", "-", "-<wbr>", "_", "_<wbr>", "/", "/<wbr>", "[", "<wbr>[", "(", "(<wbr>")

// codeSpan writes code within a text. Long names in tables are broken where people would.
func (p parts) codeSpan(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	var text strings.Builder
	for inner := node.FirstChild(); inner != nil; inner = inner.NextSibling() {
		if t, is := inner.(*ast.Text); is {
			text.Write(t.Value(source))
		}
	}
	code := html.EscapeString(strings.ReplaceAll(text.String(), "\n", " "))
	if node.Parent().Kind() == table.KindTableCell && len(code) > 18 {
		code = breaks.Replace(code)
	}
	fmt.Fprintf(w, "<code>%s</code>", code)
	return ast.WalkSkipChildren, nil
}
