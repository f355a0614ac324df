package openapi

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/fwrun/fwrun/engine/schema"
)

// Handler serves a document: as YAML where a path ends with .yaml, and elsewhere as JSON. The document is made when somebody first asks
// for it, and once.
func Handler(make func() schema.Node) http.Handler {
	document := sync.OnceValue(make)
	asJSON := sync.OnceValue(func() served { return servedAs("application/json", JSON(document())) })
	asYAML := sync.OnceValue(func() served { return servedAs("application/yaml", YAML(document())) })
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			Refuse(w, http.StatusMethodNotAllowed, "the document can only be read")
			return
		}
		if strings.HasSuffix(r.URL.Path, ".yaml") {
			asYAML().send(w, r)
			return
		}
		asJSON().send(w, r)
	})
}

// served is a document as it is sent.
type served struct {
	contentType, tag string
	text             []byte
}

func servedAs(contentType string, text []byte) served {
	sum := sha256.Sum256(text)
	return served{contentType, `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`, text}
}

func (s served) send(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Content-Type", s.contentType)
	header.Set("ETag", s.tag)
	header.Set("Cache-Control", "no-cache")
	header.Set("X-Content-Type-Options", "nosniff")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(s.text))
}

// Refuse answers with an error: in the form of the server's own, if the writer has a method Refuse, and otherwise as text.
func Refuse(w http.ResponseWriter, status int, detail string) {
	if own, ok := w.(interface {
		Refuse(status int, detail string)
	}); ok {
		own.Refuse(status, detail)
		return
	}
	http.Error(w, detail, status)
}
