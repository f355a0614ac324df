package devtools

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"
)

//go:embed page
var page embed.FS

// files are the files of the page.
type files struct {
	byName map[string]file
}

type file struct {
	text        []byte
	contentType string
	tag         string // which changes with the text
}

// embedded returns the files that are in the binary. They are read when the page is first opened.
var embedded = sync.OnceValue(func() *files {
	f := &files{map[string]file{}}
	_ = fs.WalkDir(page, "page", func(name string, entry fs.DirEntry, err error) error { // an embedded folder can be read
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := page.ReadFile(name)
		sum := sha256.Sum256(text)
		f.byName[strings.TrimPrefix(name, "page/")] = file{text, typeOf(name), `"` + hex.EncodeToString(sum[:8]) + `"`}
		return err
	})
	return f
})

func typeOf(name string) string {
	switch path.Ext(name) {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".txt":
		return "text/plain; charset=utf-8"
	}
	return mime.TypeByExtension(path.Ext(name))
}

// serve answers with a file. Browsers ask each time whether it has changed: another version of fwrun may have come.
func (f *files) serve(w http.ResponseWriter, r *http.Request, name string) {
	if name == "" {
		name = "index.html"
	}
	one, found := f.byName[name]
	switch {
	case !found:
		(&refusal{http.StatusNotFound, "the console has no such file", ""}).write(w)
		return
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		(&refusal{http.StatusMethodNotAllowed, "files of the console can only be read", ""}).write(w)
		return
	}
	h := w.Header()
	h.Set("Cache-Control", "no-cache")
	h.Set("ETag", one.tag)
	if r.Header.Get("If-None-Match") == one.tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", one.contentType)
	_, _ = w.Write(one.text) // the client has gone
}
