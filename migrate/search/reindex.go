package search

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/migrate/search/cluster"
	"github.com/fwrun/fwrun/platform/fault"
)

// reindex makes a new index as the file says, copies all documents into it, and puts it in the old one's place in one
// request. Nobody can write to the old index meanwhile, since such writes would be lost. Each step can be done again, so
// that a run which was killed is continued by the next one.
func (a *applying) reindex(ctx context.Context) error {
	old, err := a.concrete(ctx)
	if err != nil {
		return err
	}
	fresh := a.freshName()
	if old == fresh {
		return nil // an earlier run ended between the swap and the record
	}
	if err := a.makeFresh(ctx, fresh); err != nil {
		return err
	}
	if err := a.blockWrites(ctx, old, true); err != nil {
		return err
	}
	if err := a.copyAll(ctx, old, fresh); err != nil {
		if unblocked := a.blockWrites(context.WithoutCancel(ctx), old, false); unblocked != nil {
			return fmt.Errorf("%w; and writes to %s are still blocked (index.blocks.write): %w", err, old, unblocked)
		}
		return err
	}
	return a.swap(ctx, old, fresh)
}

// freshName returns the name of the new index.
func (c *change) freshName() string { return c.name + "-" + c.file.Hash[:8] }

// concrete returns the index that the name leads to: itself, or the one that an alias names.
func (a *applying) concrete(ctx context.Context) (string, error) {
	answer, err := ask(ctx, a.c, cluster.Request{Method: http.MethodGet, Path: a.path + "/_alias"})
	if err != nil {
		return "", err
	}
	if !answer.OK() {
		return "", answer.Err()
	}
	indices := answer.Get("@this").Map()
	if len(indices) != 1 {
		return "", fault.New("search.reindex", fault.Conflict, fmt.Sprintf("%s names %d indices", a.name, len(indices))).
			WithHint("only one can be replaced by a new one; change the others by hand")
	}
	for name := range indices {
		return name, nil
	}
	return "", nil
}

// makeFresh makes the new index, without aliases: until the swap nobody is to find its documents.
func (a *applying) makeFresh(ctx context.Context, fresh string) error {
	if exists, err := a.exists(ctx, fresh); err != nil || exists {
		return err
	}
	r, err := a.freshRequest(fresh)
	if err != nil {
		return err
	}
	answer, err := a.put(ctx, r, func(ctx context.Context) (bool, error) { return a.exists(ctx, fresh) })
	if answer != nil && alreadyExists(answer) {
		return nil
	}
	return err
}

func (a *applying) freshRequest(fresh string) (cluster.Request, error) {
	members := map[string]json.RawMessage{}
	if err := json.Unmarshal(withoutMark(a.body), &members); err != nil {
		return cluster.Request{}, err
	}
	delete(members, "aliases")
	body, err := json.Marshal(members)
	return cluster.Request{Method: http.MethodPut, Path: "/" + url.PathEscape(fresh), Body: body}, err
}

func withoutMark(text []byte) []byte { return []byte(strings.TrimPrefix(string(text), "\ufeff")) }

func (a *applying) blockWrites(ctx context.Context, name string, block bool) error {
	_, err := a.put(ctx, blockRequest(name, block), unknowable)
	return err
}

func blockRequest(name string, block bool) cluster.Request {
	value := "null"
	if block {
		value = "true"
	}
	return cluster.Request{
		Method: http.MethodPut, Path: "/" + url.PathEscape(name) + "/_settings", Body: []byte(`{"index.blocks.write":` + value + `}`),
	}
}

// copyRequest starts the copy of all documents. They keep their bytes and ids.
func copyRequest(old, fresh string) cluster.Request {
	return cluster.Request{
		Method: http.MethodPost, Path: "/_reindex?wait_for_completion=false",
		Body: fmt.Appendf(nil, `{"dest":{"index":%s},"source":{"index":%s}}`, quoted(fresh), quoted(old)),
	}
}

func refreshRequest(name string) cluster.Request {
	return cluster.Request{Method: http.MethodPost, Path: "/" + url.PathEscape(name) + "/_refresh"}
}

// reindexing returns the requests of a reindex, of which none has been sent.
func (a *applying) reindexing(ctx context.Context) ([]cluster.Request, error) {
	old, err := a.concrete(ctx)
	if err != nil {
		return nil, err
	}
	fresh := a.freshName()
	if old == fresh {
		return nil, nil
	}
	create, err := a.freshRequest(fresh)
	if err != nil {
		return nil, err
	}
	swap, err := a.swapRequest(ctx, old, fresh)
	if err != nil {
		return nil, err
	}
	requests := []cluster.Request{
		create, blockRequest(old, true), copyRequest(old, fresh), refreshRequest(old), refreshRequest(fresh), swap, blockRequest(fresh, false),
	}
	if exists, err := a.exists(ctx, fresh); err != nil || exists { // an earlier run made it
		return requests[1:], err
	}
	return requests, nil
}

// copyAll copies all documents, or follows a task of an earlier run that still does.
func (a *applying) copyAll(ctx context.Context, old, fresh string) error {
	task, err := a.runningCopy(ctx, old, fresh)
	if err != nil {
		return err
	}
	if task == "" {
		// To copy once more gives the same documents: both sides have the same ids, and nobody writes to the old index.
		answer, err := a.put(ctx, copyRequest(old, fresh),
			func(ctx context.Context) (bool, error) {
				task, err = a.runningCopy(ctx, old, fresh)
				return task != "", err
			})
		if err != nil {
			return err
		}
		if answer != nil {
			task = answer.Get("task").Str
		}
	}
	if err := a.followTask(ctx, task); err != nil {
		return err
	}
	return a.compareCounts(ctx, old, fresh)
}

// runningCopy returns the id of the task that copies one index into the other, or "".
func (a *applying) runningCopy(ctx context.Context, old, fresh string) (string, error) {
	answer, err := ask(ctx, a.c, cluster.Request{Method: http.MethodGet, Path: "/_tasks?actions=*reindex&detailed=true"})
	if err != nil {
		return "", err
	}
	if !answer.OK() {
		return "", answer.Err()
	}
	found := ""
	answer.Get("nodes").ForEach(func(_, node gjson.Result) bool {
		node.Get("tasks").ForEach(func(id, task gjson.Result) bool {
			if description := task.Get("description").Str; !task.Get("parent_task_id").Exists() &&
				strings.Contains(description, "["+old+"]") && strings.Contains(description, "["+fresh+"]") {
				found = id.Str
			}
			return found == ""
		})
		return found == ""
	})
	return found, nil
}

// compareCounts checks that nothing is missing before the old index is removed.
func (a *applying) compareCounts(ctx context.Context, old, fresh string) error {
	counts := [2]int64{}
	for i, name := range []string{old, fresh} {
		path := "/" + url.PathEscape(name)
		if _, err := a.put(ctx, refreshRequest(name), unknowable); err != nil {
			return err
		}
		answer, err := ask(ctx, a.c, cluster.Request{Method: http.MethodGet, Path: path + "/_count"})
		if err != nil {
			return err
		}
		if !answer.OK() {
			return answer.Err()
		}
		counts[i] = answer.Get("count").Int()
	}
	if counts[0] != counts[1] {
		return fault.New("search.reindex", fault.Internal, fmt.Sprintf("%s has %d documents and the copy %s has %d", old, counts[0], fresh, counts[1])).
			WithHint("the old index is still in its place; delete the copy and run again")
	}
	return nil
}

// swap removes the old index and gives its name and its aliases to the new one, in one request.
func (a *applying) swap(ctx context.Context, old, fresh string) error {
	r, err := a.swapRequest(ctx, old, fresh)
	if err != nil {
		return err
	}
	_, err = a.put(ctx, r, func(ctx context.Context) (bool, error) {
		now, err := a.concrete(ctx)
		return now == fresh, err
	})
	if err != nil {
		return err
	}
	return a.blockWrites(ctx, fresh, false)
}

func (a *applying) swapRequest(ctx context.Context, old, fresh string) (r cluster.Request, err error) {
	answer, err := ask(ctx, a.c, cluster.Request{Method: http.MethodGet, Path: "/" + url.PathEscape(old) + "/_alias"})
	if err != nil {
		return r, err
	}
	if !answer.OK() {
		return r, answer.Err()
	}
	aliases := map[string]json.RawMessage{}
	for name, options := range firstValue(answer).Get("aliases").Map() {
		aliases[name] = json.RawMessage(options.Raw)
	}
	wanted := map[string]json.RawMessage{}
	if err := json.Unmarshal([]byte(orEmpty(gjson.GetBytes(withoutMark(a.body), "aliases").Raw)), &wanted); err != nil {
		return r, err
	}
	maps.Copy(aliases, wanted)
	aliases[a.name] = json.RawMessage("{}")
	encoded, err := json.Marshal(aliases)
	if err != nil {
		return r, err
	}
	return aliasRequest(append([]any{map[string]any{"remove_index": map[string]any{"index": old}}},
		aliasActions(gjson.ParseBytes(encoded), fresh)...))
}

func orEmpty(raw string) string {
	if raw == "" {
		return "{}"
	}
	return raw
}
