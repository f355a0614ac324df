package coverage

import (
	"embed"
	"html/template"
	"io"
	"net/url"
	"path"
	"strings"
	"time"
)

//go:embed page
var embedded embed.FS

var pages = template.Must(template.ParseFS(embedded, "page/*.html"))

// writePages writes a page for all files, one for each, and their style. They load nothing else, and have no scripts.
func writePages(root *node, o Options) error {
	style, err := embedded.ReadFile("page/coverage.css")
	if err != nil {
		return err
	}
	err = toFile(o.Into, "coverage.css", func(out io.Writer) error {
		_, err := out.Write(style)
		return err
	})
	if err != nil {
		return err
	}
	all := overview{At: o.At.UTC().Format(time.RFC1123), Totals: figuresOf(root.totals)}
	root.each(func(n *node) {
		switch {
		case err != nil || n == root:
		case n.file == nil:
			all.Rows = append(all.Rows, row{Name: n.name, Figures: figuresOf(n.totals)})
		default:
			name := relative(o.Folder, n.file.Path)
			all.Rows = append(all.Rows, row{Name: n.name, Link: linkTo(pageOf(name)), Deep: n.depth > 1, Figures: figuresOf(n.totals)})
			err = writePage(n.file, name, all.At, o)
		}
	})
	if err != nil {
		return err
	}
	return toFile(o.Into, "index.html", func(out io.Writer) error { return pages.ExecuteTemplate(out, "index.html", all) })
}

// writePage writes the page of a file.
func writePage(f *File, name, at string, o Options) error {
	page := pageOf(name)
	of := detail{
		Name: name, At: at, Up: strings.Repeat("../", strings.Count(page, "/")), Figures: figuresOf(f.Totals()), Uncovered: f.Uncovered(),
		Lines: f.SourceLines(),
	}
	return toFile(o.Into, page, func(out io.Writer) error { return pages.ExecuteTemplate(out, "file.html", of) })
}

// pageOf returns the name of a file's page, which stays in the folder of the report wherever the file is.
func pageOf(name string) string { return strings.TrimPrefix(path.Clean("/"+name), "/") + ".html" }

// linkTo returns the address of a page, relative to the report, whatever characters its name has.
func linkTo(page string) template.URL {
	return template.URL("./" + (&url.URL{Path: page}).EscapedPath()) //nolint:gosec // it is escaped
}

// overview is the page for all files.
type overview struct {
	At     string
	Totals []figure
	Rows   []row
}

type row struct {
	Name    string
	Link    template.URL // a folder has none
	Deep    bool         // below a folder
	Figures []figure
}

// detail is the page of a file.
type detail struct {
	Name, At, Up string
	Figures      []figure
	Uncovered    []Stretch
	Lines        []Line
}

// figure is one of the four.
type figure struct {
	Name    string
	Percent string
	Level   string // low, medium, high, or nothing if there is none
	Total
}

func figuresOf(t Totals) (list []figure) {
	for _, each := range []struct {
		name string
		Total
	}{{"Statements", t.Statements}, {"Branches", t.Branches}, {"Functions", t.Functions}, {"Lines", t.Lines}} {
		level := "high"
		switch {
		case each.Total.Total == 0:
			level = "nothing"
		case each.Percent < 50:
			level = "low"
		case each.Percent < 80:
			level = "medium"
		}
		list = append(list, figure{each.name, each.text(), level, each.Total})
	}
	return list
}
