package searchtest

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

// Client returns an HTTP client that trusts the node's certificate.
func (n *Node) Client() *http.Client {
	if n.secured == nil {
		return &http.Client{}
	}
	return n.secured.client
}

// Do sends a request and returns the answer's body. An answer other than 2xx fails the test.
func (n *Node) Do(t testing.TB, method, path, body string) string {
	t.Helper()
	status, answer, err := n.send(method, path, body)
	if err != nil {
		t.Fatal(err)
	}
	if status/100 != 2 {
		t.Fatalf("%s %s: %d %s", method, path, status, answer)
	}
	return answer
}

// Status sends a request without a body and returns the answer's status.
func (n *Node) Status(t testing.TB, method, path string) int {
	t.Helper()
	status, _, err := n.send(method, path, "")
	if err != nil {
		t.Fatal(err)
	}
	return status
}

func (n *Node) send(method, path, body string) (status int, answer string, err error) {
	request, err := http.NewRequest(method, n.URL+path, strings.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	if n.secured != nil {
		request.SetBasicAuth(Admin, AdminPassword)
	}
	response, err := n.Client().Do(request)
	if err != nil {
		return 0, "", err
	}
	defer func() { _ = response.Body.Close() }()
	all, err := io.ReadAll(response.Body)
	return response.StatusCode, string(all), err
}

// Clean removes all indices, aliases, data streams, templates, pipelines and scripts.
func (n *Node) Clean(t testing.TB) {
	t.Helper()
	n.Do(t, http.MethodPut, "/_cluster/settings", `{"persistent":{"*":null},"transient":{"*":null}}`)
	n.Do(t, http.MethodDelete, "/_data_stream/*", "")
	n.Do(t, http.MethodPut, "/_all/_settings?allow_no_indices=true&expand_wildcards=all",
		`{"index.blocks.read_only":null,"index.blocks.read_only_allow_delete":null,"index.blocks.write":null}`)
	n.Do(t, http.MethodDelete, "/*?expand_wildcards=all", "")
	n.Do(t, http.MethodDelete, "/_index_template/*", "")
	n.Do(t, http.MethodDelete, "/_component_template/*", "")
	n.Do(t, http.MethodDelete, "/_ingest/pipeline/*", "")
	for id := range gjson.Get(n.Do(t, http.MethodGet, "/_cluster/state/metadata?filter_path=metadata.stored_scripts", ""),
		"metadata.stored_scripts").Map() {
		n.Do(t, http.MethodDelete, fmt.Sprintf("/_scripts/%s", id), "")
	}
}
