package page

import (
	"bytes"
	"compress/gzip"
	"embed"
	"io"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/fwrun/fwrun/openapi"
)

// The files of the page. Those of Swagger UI are compressed.
//
//go:embed index.html start.js swagger-ui/*.gz
var files embed.FS

// policy lets the page load what is beside it, and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Handler answers at the path docs, in whatever folder, and below it. The page shows openapi.json of the same folder.
func Handler() http.Handler { return http.HandlerFunc(serve) }

func serve(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		header.Set("Allow", "GET, HEAD")
		openapi.Refuse(w, http.StatusMethodNotAllowed, "the page can only be read")
		return
	}
	name := r.URL.Path[strings.LastIndex(r.URL.Path, "/docs")+len("/docs"):]
	if name == "/" { // the names in the page are relative to the folder above
		header.Set("Location", "../docs")
		w.WriteHeader(http.StatusPermanentRedirect)
		return
	}
	header.Set("Content-Security-Policy", policy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Cache-Control", "no-cache")
	switch name {
	case "":
		send(w, r, "index.html", "text/html; charset=utf-8")
	case "/start.js":
		send(w, r, "start.js", "text/javascript; charset=utf-8")
	case "/swagger-ui-bundle.js":
		sendCompressed(w, r, name, "text/javascript; charset=utf-8")
	case "/swagger-ui.css":
		sendCompressed(w, r, name, "text/css; charset=utf-8")
	default:
		openapi.Refuse(w, http.StatusNotFound, "the page has no such file")
	}
}

func send(w http.ResponseWriter, r *http.Request, name, contentType string) {
	text, _ := files.ReadFile(name) // it is embedded
	w.Header().Set("Content-Type", contentType)
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(text))
}

// sendCompressed sends a file as it is embedded to clients that take gzip, as all browsers do.
func sendCompressed(w http.ResponseWriter, r *http.Request, name, contentType string) {
	text, _ := files.ReadFile(path.Join("swagger-ui", name) + ".gz") // it is embedded
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Vary", "Accept-Encoding")
	w.Header().Set("Cache-Control", "max-age=3600")
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		w.Header().Set("Content-Encoding", "gzip")
		http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(text))
		return
	}
	plain, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil || r.Method == http.MethodHead {
		return
	}
	_, _ = io.Copy(w, plain) // a client that has gone needs nothing
}
