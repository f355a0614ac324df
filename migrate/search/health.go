package search

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/migrate/search/cluster"
	"github.com/fwrun/fwrun/platform/fault"
)

// healthPoll is the longest time that the cluster is asked to wait in one request.
const healthPoll = 2 * time.Second

// awaitYellow waits until every index can be used.
func (t *Target) awaitYellow(ctx context.Context) error {
	poll := min(healthPoll, t.c.Timeout()/2, t.o.Patience) // each request is answered before its own time limit
	path := fmt.Sprintf("/_cluster/health?wait_for_status=yellow&timeout=%dms", poll.Milliseconds())
	late := time.Now().Add(t.o.Patience)
	for warned := false; ; warned = true {
		answer, err := ask(ctx, t.c, cluster.Request{Method: http.MethodGet, Path: path})
		switch {
		case err != nil:
			return err
		case answer.Status == http.StatusForbidden: // the right to migrate does not include the one to monitor
			return nil
		case answer.Status != http.StatusRequestTimeout && !answer.OK():
			return t.c.Explain(answer.Err())
		case answer.OK() && !answer.Get("timed_out").Bool():
			return nil
		case !warned:
			t.o.Log.WarnContext(ctx, "waiting for the cluster", "connection", t.Name(), "status", answer.Get("status").String(), "longest", t.o.Patience)
		}
		if time.Now().After(late) {
			return t.unhealthy(ctx, answer.Get("status").String())
		}
	}
}

// unhealthy returns the error about a cluster that stays red, with its indices that cannot be used.
func (t *Target) unhealthy(ctx context.Context, status string) error {
	message := fmt.Sprintf("the cluster of search connection %q is still %s after %v", t.Name(), status, t.o.Patience)
	if red := t.redIndices(ctx); len(red) > 0 {
		message += ": these indices lack primary shards: " + strings.Join(red, ", ")
	}
	return fault.New("search.health", fault.Unavailable, message).
		WithHint("GET /_cluster/allocation/explain says why; start the missing nodes, or restore or delete the indices, and run again")
}

// mostNames is how many names a message lists.
const mostNames = 5

// redIndices returns the names of indices that cannot be used, as far as that can be found out.
func (t *Target) redIndices(ctx context.Context) []string {
	answer, err := ask(ctx, t.c, cluster.Request{Method: http.MethodGet, Path: "/_cat/indices?health=red&h=index&s=index&" +
		"format=json&expand_wildcards=all"})
	if err != nil || !answer.OK() {
		return nil
	}
	var names []string
	answer.Get("@this").ForEach(func(_, row gjson.Result) bool {
		names = append(names, row.Get("index").String())
		return true
	})
	if more := len(names) - mostNames; more > 0 {
		names = append(names[:mostNames], fmt.Sprintf("and %d more", more))
	}
	return names
}
