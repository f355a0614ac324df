package search_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/migrate/search"
	"github.com/fwrun/fwrun/migrate/search/cluster"
	"github.com/fwrun/fwrun/platform/fault"
)

// TestLargeFiles: 50 MB go to a real cluster, with a byte order mark and all their spaces.
func TestLargeFiles(t *testing.T) {
	s := newSuite(t)
	s.equal("what ran", s.ran("1-large.json", "\ufeff"+`{"aliases":{"big":{}},`+strings.Repeat(" ", 50_000_000)+`"settings":{"number_of_replicas":0}}`),
		"1-large.json")
	s.equal("the alias", s.node.Status(t, http.MethodHead, "/big"), http.StatusOK)
}

// TestMemoryOfLargeFiles: a list for _bulk becomes lines with one copy of the file.
func TestMemoryOfLargeFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector, with which short tests run, allocates memory of its own")
	}
	document := `{"index":{"_index":"a"}},{"text":"` + strings.Repeat("x", 1000) + `"}`
	text := `{"method":"POST","path":"/_bulk","body":[` + strings.Repeat(document+",", 20_000) + document + `]}`
	file := &migrate.File{Path: "shop/a.json", Shown: "a.json", Text: []byte(text)}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	changes, problems := search.New(nil, search.Options{}).Read([]*migrate.File{file})
	runtime.ReadMemStats(&after)
	if len(problems) > 0 || changes[0] == nil {
		t.Fatal(problems)
	}
	if times := float64(after.TotalAlloc-before.TotalAlloc) / float64(len(text)); times > 5 {
		t.Errorf("reading a file takes %.1f times its length", times)
	}
}

// TestTooLarge: what a cluster or a proxy does not take is said with what to do, whether it reads the request or not.
func TestTooLarge(t *testing.T) {
	s := &suite{T: t}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasSuffix(r.URL.Path, "/_mget"):
			_, _ = io.WriteString(w, `{"docs":[]}`)
		case r.URL.Path == "/_index_template/a":
			w.WriteHeader(http.StatusRequestEntityTooLarge)
		case r.URL.Path == "/_index_template/b":
			w.WriteHeader(http.StatusTooManyRequests)
			_, _ = io.WriteString(w, `{"error":{"type":"circuit_breaking_exception","reason":"[parent] Data too large"},"status":429}`)
		default:
			_, _ = io.WriteString(w, `{}`)
		}
	}))
	t.Cleanup(server.Close)
	target := search.New(s.connect(cluster.Settings{Name: "shop", Hosts: []string{server.URL}}), s.o)
	large := `{"index_patterns":["x*"],"_meta":{"a":"` + strings.Repeat("x", 2_000_000) + `"}}`
	for name, want := range map[string]string{
		"a": "longer than the cluster accepts (http.max_content_length)",
		"b": "too large for the memory of the cluster; split the file",
	} {
		_, err := run(s, target, name+"-template.json", large)
		d := fault.Diagnose(err)[0]
		if !strings.Contains(d.Hint, want) || d.Place.File != "migrations/shop/"+name+"-template.json" || len(d.Message) > 700 {
			t.Errorf("%s: got %v, %s", name, d, d.Hint)
		}
	}
}

// TestDeepDocuments: what this end takes and the cluster refuses is one message of bounded length.
func TestDeepDocuments(t *testing.T) {
	s := newSuite(t)
	for name, text := range map[string]string{
		"1-deep.json": `{"mappings":` + strings.Repeat(`{"properties":{"a":`, 900) + `{"type":"keyword"}` + strings.Repeat("}}", 900) + `}`,
		"2-deep.json": `{"method":"PUT","path":"/one/_doc/1","body":{"a":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}}`,
		"3-deep.json": `{"settings":` + strings.Repeat(`{"a":`, 100_000) + "1" + strings.Repeat("}", 100_000) + `}`,
	} {
		_, err := s.try(name, text)
		d := s.fails(err, "")
		if list := fault.Diagnose(err); len(list) != 1 || len(d.Message) > 700 || d.Place.File != "migrations/shop/"+name {
			t.Errorf("%s: %v", name, list)
		}
	}
}
