package host

import (
	"bytes"
	"embed"
	"html/template"
	"sync"
)

//go:embed pages/*.html
var pageFiles embed.FS

// pages are read when the first error is shown.
var pages = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").ParseFS(pageFiles, "pages/*.html"))
})

// writeDevPage shows a report in a browser.
func writeDevPage(b *bytes.Buffer, r *report) { writePage(b, "dev.html", r) }

// writePlainPage shows what anyone may know.
func writePlainPage(b *bytes.Buffer, document problemBody) { writePage(b, "plain.html", document) }

func writePage(b *bytes.Buffer, name string, data any) {
	if err := pages().ExecuteTemplate(b, name, data); err != nil {
		panic(err) // the templates fit their data: a test shows each
	}
}
