package host

import (
	"bytes"
	"embed"
	"html/template"
	"sync"
)

//go:embed pages/*.html
var pageFiles embed.FS

// pages holds the templates, which are parsed when the first error is shown.
var pages = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").ParseFS(pageFiles, "pages/*.html"))
})

// writeDevPage writes a report as a page.
func writeDevPage(b *bytes.Buffer, r *report) { writePage(b, "dev.html", r) }

// writePlainPage writes an error page that anyone may see.
func writePlainPage(b *bytes.Buffer, document problemBody) { writePage(b, "plain.html", document) }

func writePage(b *bytes.Buffer, name string, data any) {
	if err := pages().ExecuteTemplate(b, name, data); err != nil {
		panic(err) // the templates fit their data: a test renders each
	}
}
