package search

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/platform/trace"
)

// recorded keeps copies of the spans that have ended: their memory is used again.
type recorded struct{ list []trace.Data }

func (r *recorded) Record(d *trace.Data) {
	one := *d
	one.Attrs = slices.Clone(d.Attrs)
	r.list = append(r.list, one)
}

// text returns a span in one line.
func text(d trace.Data) string {
	all := d.Name
	if d.Failed {
		all += " failed"
	}
	for _, a := range d.Attrs {
		all += fmt.Sprintf(" %s=%s", a.Key, a.Value)
	}
	return all
}

// cluster answers with one status.
type cluster struct {
	status int
	err    error
}

func (c cluster) Send(context.Context, string, string, []byte, string, bool) (int, []byte, error) {
	return c.status, []byte(`{"found":true,"_source":{"name":"planted"}}`), c.err
}

// TestSpans: a span has the operation, the index and the status of a request, and neither ids nor queries nor bodies.
func TestSpans(t *testing.T) {
	for _, test := range []struct {
		method, path string
		cluster      cluster
		want         string
	}{
		{"POST", "/products/_search?scroll=1m", cluster{status: 200}, "search products db.operation.name=search http.request.method=POST " +
			"db.collection.name=products db.response.status_code=200"},
		{"POST", "/a,b-*/_count", cluster{status: 200}, "count a,b-* db.operation.name=count http.request.method=POST db.collection.name=a," +
			"b-* db.response.status_code=200"},
		{"POST", "/_bulk", cluster{status: 429}, "bulk failed db.operation.name=bulk http.request.method=POST db.response.status_code=429 error.type=429"},
		{"GET", "/products/_doc/planted", cluster{status: 404}, "get products db.operation.name=get http.request.method=GET " +
			"db.collection.name=products db.response.status_code=404"},
		{"PUT", "/a%20b/_doc/planted", cluster{status: 409}, "index a b failed db.operation.name=index http.request.method=PUT db.collection.name=a b " +
			"db.response.status_code=409 error.type=409"},
		{"POST", "/p/_update/planted", cluster{status: 404}, "update p failed db.operation.name=update http.request.method=POST db.collection.name=p " +
			"db.response.status_code=404 error.type=404"},
		{"GET", "/_cat/health?q=planted", cluster{err: errors.New("planted")}, "cat failed db.operation.name=cat " +
			"http.request.method=GET error.type=_OTHER"},
	} {
		to := &recorded{}
		ctx, root := trace.NewTracer(to, trace.Sampling{Ratio: 1}).Start(t.Context(), trace.Server, "root")
		c := Connection{Name: "main", Cluster: test.cluster}
		status, _, err := c.send(ctx, test.method, test.path, []byte("planted"), "application/json", false)
		root.End()
		if status != test.cluster.status || !errors.Is(err, test.cluster.err) {
			t.Errorf("%s: %d, %v", test.path, status, err)
		}
		got := strings.NewReplacer(" db.system.name=opensearch", "", " fwrun.search.connection=main", "").Replace(text(to.list[0]))
		if got != test.want || to.list[0].Kind != trace.Client || to.list[0].Parent != to.list[1].ID {
			t.Errorf("%s %s\n got %s\nwant %s", test.method, test.path, got, test.want)
		}
		if all := text(to.list[0]); strings.Contains(all, "planted") || !strings.Contains(all, "db.system.name=opensearch fwrun") &&
			!strings.Contains(all, "db.system.name=opensearch db") {
			t.Error(all)
		}
	}
	c := Connection{Cluster: cluster{status: 200}}
	if status, _, err := c.send(t.Context(), "GET", "/", nil, "", true); status != 200 || err != nil {
		t.Error("a request without a trace:", status, err)
	}
}

func TestOperations(t *testing.T) {
	for request, want := range map[string]string{
		"GET /": "info ", "HEAD /p": "indices.exists p", "PUT /p": "indices.create p", "DELETE /p": "indices.delete p", "GET /p": "indices.get p",
		"HEAD /p/_doc/1": "exists p", "DELETE /p/_doc/1": "delete p", "POST /p/_doc": "index p", "PUT /p/_create/1": "create p",
		"POST /_all/_refresh":  "refresh _all",
		"POST /_search/scroll": "scroll ", "DELETE /_search/scroll": "clear_scroll ", "POST /_search": "search ",
		"POST /p/_delete_by_query?x=/_bulk": "delete_by_query p",
		"GET /%zz/_doc/1":                   "get %zz", "GET //": "info ", "GET /" + strings.Repeat("é", 200): "indices.get " + strings.Repeat("é", 128),
	} {
		method, path, _ := strings.Cut(request, " ")
		if operation, index := described(method, path); operation+" "+index != want {
			t.Errorf("%s: %s %s, want %s", request, operation, index, want)
		}
	}
}
