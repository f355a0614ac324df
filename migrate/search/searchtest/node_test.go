package searchtest_test

import (
	"net/http"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/migrate/search/searchtest"
)

func TestNode(t *testing.T) {
	node := searchtest.Start(t)
	if got := gjson.Get(node.Do(t, http.MethodGet, "/", ""), "version.number").String(); got != "2.19.4" {
		t.Errorf("the version is %q", got)
	}
	node.Do(t, http.MethodPut, "/kept", `{"settings":{"number_of_replicas":0}}`)
	node.Kill()
	node.Restart(t)
	if got := node.Status(t, http.MethodHead, "/kept"); got != http.StatusOK {
		t.Errorf("HEAD of an index after a restart: %d", got)
	}
	node.Clean(t)
	if got := node.Status(t, http.MethodHead, "/kept"); got != http.StatusNotFound {
		t.Errorf("HEAD of an index after Clean: %d", got)
	}
}

func TestSecuredNode(t *testing.T) {
	node := searchtest.StartSecured(t)
	response, err := node.Client().Get(node.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusUnauthorized {
		t.Errorf("without a password: %s", response.Status)
	}
}
