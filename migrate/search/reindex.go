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

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/migrate/search/cluster"
)

// reindex makes a new index as the file says, copies all documents into it, and puts it in the old one's place in one
// request. Nobody can write to the old index meanwhile, since such writes would be lost. Each step can be done again, so
// that a run which was killed is continued by the next one.
func (a *applying) reindex(ctx context.Context) error {
	old, err := a.concrete(ctx)
	if err != nil {
		return err
	}
	fresh := a.name + "-" + a.file.Hash[:8]
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
	members := map[string]json.RawMessage{}
	if err := json.Unmarshal(withoutMark(a.body), &members); err != nil {
		return err
	}
	delete(members, "aliases")
	body, err := json.Marshal(members)
	if err != nil {
		return err
	}
	answer, err := a.put(ctx, cluster.Request{Method: http.MethodPut, Path: "/" + url.PathEscape(fresh), Body: body},
		func(ctx context.Context) (bool, error) { return a.exists(ctx, fresh) })
	if answer != nil && alreadyExists(answer) {
		return nil
	}
	return err
}

func withoutMark(text []byte) []byte { return []byte(strings.TrimPrefix(string(text), "\ufeff")) }

func (a *applying) blockWrites(ctx context.Context, name string, block bool) error {
	value := "null"
	if block {
		value = "true"
	}
	_, err := a.put(ctx, cluster.Request{
		Method: http.MethodPut, Path: "/" + url.PathEscape(name) + "/_settings", Body: []byte(`{"index.blocks.write":` + value + `}`),
	}, unknowable)
	return err
}

// copyAll copies all documents, or follows a task of an earlier run that still does.
func (a *applying) copyAll(ctx context.Context, old, fresh string) error {
	task, err := a.runningCopy(ctx, old, fresh)
	if err != nil {
		return err
	}
	if task == "" {
		body, err := json.Marshal(map[string]any{
			"source": map[string]any{"index": old}, "dest": map[string]any{"index": fresh},
		})
		if err != nil {
			return err
		}
		// To copy once more gives the same documents: both sides have the same ids, and nobody writes to the old index.
		answer, err := a.put(ctx, cluster.Request{Method: http.MethodPost, Path: "/_reindex?wait_for_completion=false", Body: body},
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
		if _, err := a.put(ctx, cluster.Request{Method: http.MethodPost, Path: path + "/_refresh"},
			unknowable); err != nil {
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
	answer, err := ask(ctx, a.c, cluster.Request{Method: http.MethodGet, Path: "/" + url.PathEscape(old) + "/_alias"})
	if err != nil {
		return err
	}
	if !answer.OK() {
		return answer.Err()
	}
	aliases := map[string]json.RawMessage{}
	for name, options := range firstValue(answer).Get("aliases").Map() {
		aliases[name] = json.RawMessage(options.Raw)
	}
	wanted := map[string]json.RawMessage{}
	if err := json.Unmarshal([]byte(orEmpty(gjson.GetBytes(a.body, "aliases").Raw)), &wanted); err != nil {
		return err
	}
	maps.Copy(aliases, wanted)
	aliases[a.name] = json.RawMessage("{}")
	encoded, err := json.Marshal(aliases)
	if err != nil {
		return err
	}
	actions := append([]any{map[string]any{"remove_index": map[string]any{"index": old}}},
		aliasActions(gjson.ParseBytes(encoded), fresh)...)
	body, err := json.Marshal(map[string]any{"actions": actions})
	if err != nil {
		return err
	}
	_, err = a.put(ctx, cluster.Request{Method: http.MethodPost, Path: "/_aliases", Body: body},
		func(ctx context.Context) (bool, error) {
			now, err := a.concrete(ctx)
			return now == fresh, err
		})
	if err != nil {
		return err
	}
	return a.blockWrites(ctx, fresh, false)
}

func orEmpty(raw string) string {
	if raw == "" {
		return "{}"
	}
	return raw
}
