package data

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/migrate/search/searchtest"
	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/nodejs"
	"github.com/fwrun/fwrun/tests/harness/script"
)

// TestOpenSearchPackage: the client of OpenSearch for Node works within an application.
func TestOpenSearchPackage(t *testing.T) {
	script.Searching.Lock()
	t.Cleanup(script.Searching.Unlock)
	node := searchtest.Shared(t)
	node.Clean(t)
	app := t.TempDir()
	if err := os.CopyFS(app, os.DirFS(filepath.Join("testdata", "opensearch"))); err != nil {
		t.Fatal(err)
	}
	nodejs.LinkPackages(t, harness.Repository(t, "tests/platform/compat"), app)
	at := harness.ServeFolder(t, app, datatest.FreePort(t), "NODE_URL="+node.URL)
	response, err := http.Get(at + "/opensearch")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"taken":50,"found":[49,47,45],"scrolled":50,"fails":["ResponseError",404,"index_not_found_exception"],"dead":"ConnectionError"}`
	if string(body) != want {
		t.Errorf("got %s\nwant %s", body, want)
	}
}
