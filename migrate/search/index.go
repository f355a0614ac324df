package search

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/migrate/search/cluster"
	"github.com/fwrun/fwrun/platform/fault"
)

// applyIndex makes the index unless it exists. One that exists without a record is taken as the file's: the records
// may have been lost.
func (a *applying) applyIndex(ctx context.Context) error {
	exists, err := a.exists(ctx, a.name)
	if err != nil {
		return err
	}
	if exists {
		return a.existing(ctx)
	}
	answer, err := a.put(ctx, cluster.Request{Method: a.method, Path: a.path, Body: a.body},
		func(ctx context.Context) (bool, error) { return a.exists(ctx, a.name) })
	if answer != nil && alreadyExists(answer) {
		return nil // another client was faster
	}
	if err != nil {
		return err
	}
	if answer != nil && answer.Get("shards_acknowledged").Type == gjson.False {
		return a.awaitIndex(ctx, a.name)
	}
	return nil
}

// awaitIndex waits until an index has its primary shards.
func (a *applying) awaitIndex(ctx context.Context, name string) error {
	answer, err := ask(ctx, a.c, cluster.Request{
		Method: http.MethodGet, Path: "/_cluster/health/" + url.PathEscape(name) + "?wait_for_status=yellow&timeout=20s",
	})
	if err != nil {
		return err
	}
	if answer.Status == http.StatusRequestTimeout || answer.Get("timed_out").Bool() {
		return fault.New("search.index", fault.Unavailable, fmt.Sprintf("the index %s was made, and no node takes its shards", name)).
			WithHint("see GET /_cluster/allocation/explain on the cluster")
	}
	return answer.Err()
}

// isSettled reports whether an index that exists is what the file says: there is no record that says otherwise, or only
// line ends have changed.
func (a *applying) isSettled() bool {
	return a.before == nil || a.file.Compare(a.before.Hash) == migrate.LineEnds
}

// existing decides what a file means for an index that exists.
func (a *applying) existing(ctx context.Context) error {
	if a.isSettled() {
		return nil
	}
	switch a.o.IndexChange {
	case Skip:
		a.warn("migration-index-exists", fmt.Sprintf("the index %s exists and was left as it is", a.name), "")
		return nil
	case Update:
		return a.update(ctx)
	case Reindex:
		return a.reindex(ctx)
	default:
		return fault.New("search.index", fault.Conflict, fmt.Sprintf("the file was changed, and the index %s exists", a.name)).
			WithHint("choose one: --index-change=skip (record the file only), update (mappings and dynamic settings in place) " +
				"or reindex (a new index in its place)")
	}
}

// update puts mappings, settings and aliases into the index that exists.
func (a *applying) update(ctx context.Context) error {
	var refusals []string
	requests, err := a.updates(ctx)
	if err != nil {
		return err
	}
	for _, r := range requests {
		answer, err := a.put(ctx, r, unknowable)
		if answer != nil && answer.Status == http.StatusBadRequest && r.Method == http.MethodPut {
			_, reason, _ := strings.Cut(answer.Err().Error(), ": ")
			refusals, err = append(refusals, reason), nil
			if r.Path == a.path+settingsPath {
				refusals, err = a.putDynamic(ctx, r.Body, reason, refusals)
			}
		}
		if err != nil {
			return err
		}
	}
	if len(refusals) == 0 {
		return nil
	}
	return fault.New("search.index", fault.Conflict, fmt.Sprintf("the index %s cannot be changed in place: %s", a.name, strings.Join(refusals, "; "))).
		WithHint("the other changes were made in place; for these run with --index-change=reindex")
}

const settingsPath = "/_settings"

// updates returns the requests that make the index as the file says, as far as that is possible in place.
func (a *applying) updates(ctx context.Context) (requests []cluster.Request, err error) {
	for _, part := range []struct{ member, path string }{{"settings", settingsPath}, {"mappings", "/_mapping"}} {
		wanted := gjson.GetBytes(withoutMark(a.body), part.member)
		if !wanted.Exists() {
			continue
		}
		body, err := a.changedOf(ctx, part.member, wanted)
		if err != nil {
			return nil, err
		}
		if body != nil {
			requests = append(requests, cluster.Request{Method: http.MethodPut, Path: a.path + part.path, Body: body})
		}
	}
	if actions := aliasActions(gjson.GetBytes(withoutMark(a.body), "aliases"), a.name); len(actions) > 0 {
		r, err := aliasRequest(actions)
		if err != nil {
			return nil, err
		}
		requests = append(requests, r)
	}
	return requests, nil
}

// aliasRequest returns the request that changes aliases.
func aliasRequest(actions []any) (cluster.Request, error) {
	body, err := json.Marshal(map[string]any{"actions": actions})
	return cluster.Request{Method: http.MethodPost, Path: "/_aliases", Body: body}, err
}

// changedOf returns the body that makes a part of the index as the file says, nil if it is. Settings that have not
// changed are left out, since clusters refuse static ones even if their values stay the same.
func (a *applying) changedOf(ctx context.Context, member string, wanted gjson.Result) ([]byte, error) {
	if member == "mappings" {
		return []byte(wanted.Raw), nil
	}
	answer, err := ask(ctx, a.c, cluster.Request{Method: http.MethodGet, Path: a.path + "/_settings?flat_settings=true"})
	if err != nil {
		return nil, err
	}
	if !answer.OK() {
		return nil, answer.Err()
	}
	now := flatten(firstValue(answer).Get("settings"), "")
	changed := map[string]any{}
	for key, value := range settingsOf(wanted) {
		if normal(now[key]) != normal(value) {
			changed[key] = value.Value()
		}
	}
	if len(changed) == 0 {
		return nil, nil
	}
	return json.Marshal(changed)
}

// static matches the settings that a cluster does not change while an index is open.
var static = regexp.MustCompile(`(?i)non dynamic settings \[\[([^\]]*)\]\]|final .*setting \[([^\]]+)\]`)

// putDynamic puts the settings again without those that the cluster has refused.
func (a *applying) putDynamic(ctx context.Context, body []byte, reason string, refusals []string) ([]string, error) {
	found := static.FindStringSubmatch(reason)
	if found == nil {
		return refusals, nil
	}
	rest := map[string]json.RawMessage{}
	if err := json.Unmarshal(body, &rest); err != nil {
		return nil, err
	}
	for name := range strings.SplitSeq(found[1]+found[2], ",") {
		delete(rest, strings.TrimSpace(name))
	}
	if len(rest) == 0 {
		return refusals, nil
	}
	encoded, err := json.Marshal(rest)
	if err != nil {
		return nil, err
	}
	answer, err := a.put(ctx, cluster.Request{Method: http.MethodPut, Path: a.path + settingsPath, Body: encoded},
		unknowable)
	if answer != nil && answer.Status == http.StatusBadRequest {
		_, reason, _ := strings.Cut(answer.Err().Error(), ": ")
		return append(refusals, reason), nil
	}
	return refusals, err
}

// aliasActions returns the actions that add aliases to an index.
func aliasActions(aliases gjson.Result, index string) []any {
	var actions []any
	for name, options := range aliases.Map() {
		add := map[string]any{"index": index, "alias": name}
		for key, value := range options.Map() {
			add[key] = json.RawMessage(value.Raw)
		}
		actions = append(actions, map[string]any{"add": add})
	}
	slices.SortFunc(actions, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	return actions
}

// firstValue returns the value of an object's one member: answers are keyed by the index, whose name an alias may hide.
func firstValue(answer *cluster.Answer) gjson.Result {
	var first gjson.Result
	answer.Get("@this").ForEach(func(_, value gjson.Result) bool {
		first = value
		return false
	})
	return first
}
