package search

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/migrate/search/cluster"
	"github.com/fwrun/fwrun/platform/fault"
)

// Steps returns the requests that Apply would send, as the cluster is now. Those that only ask are left out.
func (t *Target) Steps(ctx context.Context, c migrate.Change, before *migrate.Record) ([]migrate.Step, error) {
	a := &applying{Target: t, change: c.(*change), before: before}
	steps, err := a.steps(ctx)
	if err != nil {
		return nil, a.failed(err)
	}
	return steps, nil
}

func (a *applying) steps(ctx context.Context) ([]migrate.Step, error) {
	request := cluster.Request{Method: a.method, Path: a.path, Body: a.body, Type: a.media}
	switch a.kind {
	case policy:
		return a.policySteps(ctx, request)
	case index:
		exists, err := a.exists(ctx, a.name)
		if err != nil {
			return nil, err
		}
		if exists {
			return a.existingSteps(ctx)
		}
	case envelope:
		steps := stepsOf(request)
		steps[0].Note = a.name
		return steps, nil
	}
	return stepsOf(request), nil
}

// policySteps returns the request for a policy, which names the version that it replaces, and the one that lets indices
// follow.
func (a *applying) policySteps(ctx context.Context, request cluster.Request) ([]migrate.Step, error) {
	version, exists, err := a.policyVersion(ctx)
	if err != nil {
		return nil, err
	}
	request.Path += version
	steps := stepsOf(request)
	if !exists || !a.o.ApplyPolicies {
		return steps, nil
	}
	behind, err := a.behind(ctx, nil)
	if err != nil || len(behind) == 0 {
		return steps, err
	}
	return append(steps, stepsOf(a.followRequest(behind))...), nil
}

// existingSteps returns what a run does with an index that exists.
func (a *applying) existingSteps(ctx context.Context) (steps []migrate.Step, err error) {
	var requests []cluster.Request
	switch {
	case a.isSettled():
	case a.o.IndexChange == Update:
		requests, err = a.updates(ctx)
	case a.o.IndexChange == Reindex:
		requests, err = a.reindexing(ctx)
	}
	steps = []migrate.Step{{Note: a.existingNote(a.change, a.before)}}
	if failed, ok := errors.AsType[*fault.Error](err); ok && failed.Kind == fault.Conflict {
		return append(steps, migrate.Step{Note: "the run fails here: " + failed.Public}), nil
	}
	if err != nil {
		return nil, err
	}
	return append(steps, stepsOf(requests...)...), nil
}

func stepsOf(requests ...cluster.Request) []migrate.Step {
	steps := make([]migrate.Step, len(requests))
	for i, r := range requests {
		steps[i] = migrate.Step{Method: r.Method, Path: r.Path, Body: bodyOf(r)}
	}
	return steps
}

// bodyOf returns the body as JSON; lines and other texts become a JSON text.
func bodyOf(r cluster.Request) json.RawMessage {
	body := withoutMark(r.Body)
	switch {
	case len(body) == 0:
		return nil
	case r.Type == "" && json.Valid(body):
		return body
	default:
		return quoted(string(body))
	}
}

// existingNote says what a run does with an index that exists.
func (t *Target) existingNote(c *change, before *migrate.Record) string {
	if before == nil {
		return fmt.Sprintf("the index %s exists; the file is recorded only", c.name)
	}
	switch t.o.IndexChange {
	case Skip:
		return fmt.Sprintf("the index %s exists; the file is recorded only (--index-change=skip)", c.name)
	case Update:
		return fmt.Sprintf("the index %s exists; its mappings, dynamic settings and aliases are changed (--index-change=update)", c.name)
	case Reindex:
		return fmt.Sprintf("the index %s exists; its documents are copied to %s, which takes its place (--index-change=reindex)",
			c.name, c.freshName())
	default:
		return fmt.Sprintf("the index %s exists, and the run fails here unless --index-change says what to do", c.name)
	}
}
