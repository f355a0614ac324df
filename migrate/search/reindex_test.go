package search_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fwrun/fwrun/migrate/search"
	"github.com/fwrun/fwrun/migrate/search/searchtest"
)

// TestReindexIsContinued has runs die at each request of a reindex that changes something, before and after the cluster
// has done it. The next run finishes, and no document is lost or doubled.
func TestReindexIsContinued(t *testing.T) {
	var dying sync.WaitGroup // runs that get no answers any more, and give up
	defer dying.Wait()
	faults := []searchtest.Fault{searchtest.Lost, searchtest.Reset}
	if testing.Short() {
		faults = faults[:1]
	}
	for _, last := range faults {
		for steps := 1; reindexDies(t, &dying, last, steps); steps++ {
		}
	}
}

// reindexDies runs a reindex that dies at one of its steps, continues it, and reports whether it has that many steps.
func reindexDies(t *testing.T, dying *sync.WaitGroup, last searchtest.Fault, steps int) bool {
	changed := strings.Replace(products, `"text"`, `"keyword"`, 1)
	s := newSuite(t)
	s.o.Lease = 200 * time.Millisecond
	s.ran("products.json", products)
	var bulk strings.Builder
	for i := range 20 {
		fmt.Fprintf(&bulk, "{\"index\":{\"_index\":\"products\",\"_id\":\"%d\"}}\n{\"name\":\"a\"}\n", i)
	}
	s.node.Do(t, http.MethodPost, "/_bulk?refresh=true", bulk.String())
	s.o.IndexChange = search.Reindex

	var writes atomic.Int32
	dead, ended := make(chan struct{}), make(chan struct{})
	s.proxy.Fail(func(r *http.Request) searchtest.Fault {
		select {
		case <-dead:
			return searchtest.Reset
		default:
		}
		if r.Method == http.MethodGet || r.Method == http.MethodHead || strings.HasPrefix(r.URL.Path, "/"+search.Index) || int(writes.Add(1)) != steps {
			return searchtest.None
		}
		close(dead)
		return last
	})
	doomed := *s
	dying.Go(func() {
		defer close(ended)
		if _, err := doomed.try("products.json", changed); err == nil && int(writes.Load()) >= steps {
			t.Errorf("%s at step %d: the run did not fail", last, steps)
		}
	})
	died := false
	select {
	case <-dead:
		died = true
	case <-ended:
	}
	s.proxy.AwaitIdle()
	s.proxy = s.proxy.Another(t)
	s.ran("products.json", changed)
	s.equal(fmt.Sprintf("%s at step %d: documents", last, steps), s.get("/products/_count", "count"), "20")
	if mapping := s.node.Do(t, http.MethodGet, "/products/_mapping", ""); strings.Count(mapping, `"products-`) != 1 ||
		!strings.Contains(mapping, `"keyword"`) {
		t.Errorf("%s at step %d: the mapping is %s", last, steps, mapping)
	}
	s.node.Do(t, http.MethodPut, "/products/_doc/next", `{"name":"b"}`) // writes are not blocked any more
	return died
}
