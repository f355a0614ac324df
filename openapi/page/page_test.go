package page_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/openapi/page"
)

func ask(method, at, accepts string) *httptest.ResponseRecorder {
	w, r := httptest.NewRecorder(), httptest.NewRequest(method, at, http.NoBody)
	r.Header.Set("Accept-Encoding", accepts)
	page.Handler().ServeHTTP(w, r)
	return w
}

// TestPage: everything that the page names is there, also below a context path, and nothing is elsewhere.
func TestPage(t *testing.T) {
	html := ask("GET", "/shop/docs", "")
	if html.Code != http.StatusOK || !strings.HasPrefix(html.Header().Get("Content-Security-Policy"), "default-src 'none'; ") {
		t.Fatal(html.Code, html.Header())
	}
	names := regexp.MustCompile(`(?:src|href)="([^"]+)"`).FindAllStringSubmatch(html.Body.String(), -1)
	found := 0
	for _, name := range names {
		switch {
		case name[1] == "data:,", name[1] == "openapi.json":
		case ask("GET", path.Join("/shop", name[1]), "gzip").Code == http.StatusOK:
			found++
		default:
			t.Errorf("%s is not there", name[1])
		}
	}
	if found != 3 {
		t.Errorf("%d files", found)
	}
	if strings.Contains(html.Body.String(), "//") {
		t.Error("the page names another host")
	}
}

// TestCompressed: Swagger UI is sent as it is embedded, and decompressed to a client that does not take that.
func TestCompressed(t *testing.T) {
	sent := ask("GET", "/docs/swagger-ui-bundle.js", "br, gzip")
	if sent.Header().Get("Content-Encoding") != "gzip" || sent.Body.Len() > 1<<20 {
		t.Fatal(sent.Header(), sent.Body.Len())
	}
	reader, err := gzip.NewReader(sent.Body)
	if err != nil {
		t.Fatal(err)
	}
	unpacked, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	plain := ask("GET", "/docs/swagger-ui-bundle.js", "")
	if plain.Header().Get("Content-Encoding") != "" || plain.Body.String() != string(unpacked) || len(unpacked) < 1<<20 {
		t.Error(plain.Header(), plain.Body.Len(), len(unpacked))
	}
}

// TestRefused: what is not there, and what can only be read.
func TestRefused(t *testing.T) {
	for line, status := range map[string]int{
		"GET /docs/": 308, "GET /docs/index.html": 404, "GET /docs/swagger-ui/LICENSE": 404, "POST /docs": 405, "HEAD /docs": 200,
	} {
		method, at, _ := strings.Cut(line, " ")
		if got := ask(method, at, ""); got.Code != status {
			t.Errorf("%s: %d, want %d", line, got.Code, status)
		}
	}
}
