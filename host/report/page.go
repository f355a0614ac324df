package report

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

// WritePage writes the report as a page, which loads nothing and runs no scripts.
func (r *Report) WritePage(b *bytes.Buffer) { writePage(b, "dev.html", r) }

// WritePlainPage writes an error page that anyone may see, of a document of RFC 9457.
func WritePlainPage(b *bytes.Buffer, document any) { writePage(b, "plain.html", document) }

func writePage(b *bytes.Buffer, name string, data any) {
	if err := pages().ExecuteTemplate(b, name, data); err != nil {
		panic(err) // the templates fit their data: a test renders each
	}
}
