package coverage

import (
	"embed"
	"html/template"
	"io"
	"path"
	"strings"
	"time"
)

//go:embed page
var embedded embed.FS

var pages = template.Must(template.ParseFS(embedded, "page/*.html"))

// writePages writes a page for all files, one for each, and their style. They load nothing else, and have no scripts.
func writePages(root *node, o Options) error {
	err := toFile(o.Into, "coverage.css", func(out io.Writer) error {
		style, err := embedded.ReadFile("page/coverage.css")
		if err == nil {
			_, err = out.Write(style)
		}
		return err
	})
	if err != nil {
		return err
	}
	overview := overview{At: o.At.UTC().Format(time.RFC1123), Totals: figuresOf(root.totals)}
	root.each(func(n *node) {
		switch {
		case err != nil || n == root:
		case n.file == nil:
			overview.Rows = append(overview.Rows, row{Name: n.name, Figures: figuresOf(n.totals)})
		default:
			name := relative(o.Folder, n.file.Path)
			page := pageOf(name)
			overview.Rows = append(overview.Rows, row{Name: n.name, Link: page, Deep: n.depth > 1, Figures: figuresOf(n.totals)})
			detail := detail{
				Name: name, At: overview.At, Up: strings.Repeat("../", strings.Count(page, "/")), Figures: figuresOf(n.totals), Lines: linesOf(n.file),
			}
			err = toFile(o.Into, page, func(out io.Writer) error { return pages.ExecuteTemplate(out, "file.html", detail) })
		}
	})
	if err != nil {
		return err
	}
	return toFile(o.Into, "index.html", func(out io.Writer) error { return pages.ExecuteTemplate(out, "index.html", overview) })
}

// pageOf returns the name of a file's page, which stays in the folder of the report wherever the file is.
func pageOf(name string) string { return strings.TrimPrefix(path.Clean("/"+name), "/") + ".html" }

// overview is the page for all files.
type overview struct {
	At     string
	Totals []figure
	Rows   []row
}

type row struct {
	Name, Link string // a folder has no link
	Deep       bool   // below a folder
	Figures    []figure
}

// detail is the page of a file.
type detail struct {
	Name, At, Up string
	Figures      []figure
	Lines        []line
}

// figure is one of the four.
type figure struct {
	Name    string
	Percent string
	Level   string // low, medium or high, for the colour
	Total
}

func figuresOf(t Totals) (list []figure) {
	for _, each := range []struct {
		name string
		Total
	}{{"Statements", t.Statements}, {"Branches", t.Branches}, {"Functions", t.Functions}, {"Lines", t.Lines}} {
		level := "high"
		switch {
		case each.Percent < 50:
			level = "low"
		case each.Percent < 80:
			level = "medium"
		}
		list = append(list, figure{each.name, each.text(), level, each.Total})
	}
	return list
}
