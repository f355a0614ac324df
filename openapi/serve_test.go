package openapi_test

import (
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/openapi"
)

// TestHandler: the document is made once, when it is first asked for, and sent with a tag by which it need not be sent again.
func TestHandler(t *testing.T) {
	var made atomic.Int32
	h := openapi.Handler(func() schema.Node {
		made.Add(1)
		return schema.Node{{Key: "openapi", Value: "3.1.0"}}
	})
	if made.Load() != 0 {
		t.Error("it is made before somebody asks")
	}
	ask := func(method, path, tag string) *httptest.ResponseRecorder {
		w, r := httptest.NewRecorder(), httptest.NewRequest(method, path, http.NoBody)
		r.Header.Set("If-None-Match", tag)
		h.ServeHTTP(w, r)
		return w
	}
	first := ask("GET", "/api/openapi.json", "")
	if first.Body.String() != "{\n  \"openapi\": \"3.1.0\"\n}\n" || first.Header().Get("Content-Type") != "application/json" {
		t.Error(first.Body, first.Header())
	}
	if again := ask("GET", "/api/openapi.json", first.Header().Get("ETag")); again.Code != http.StatusNotModified || again.Body.Len() > 0 {
		t.Error(again.Code)
	}
	asYAML := ask("GET", "/openapi.yaml", "")
	if asYAML.Body.String() != "openapi: \"3.1.0\"\n" || asYAML.Header().Get("Content-Type") != "application/yaml" {
		t.Error(asYAML.Body, asYAML.Header())
	}
	if head := ask("HEAD", "/openapi.json", ""); head.Code != http.StatusOK || head.Body.Len() > 0 {
		t.Error(head.Code, head.Body)
	}
	if post := ask("POST", "/openapi.json", ""); post.Code != http.StatusMethodNotAllowed || post.Header().Get("Allow") != "GET, HEAD" {
		t.Error(post.Code)
	}
	if made.Load() != 1 {
		t.Errorf("it was made %d times", made.Load())
	}
}
