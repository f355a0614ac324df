package search

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/migrate/search/cluster"
	"github.com/fwrun/fwrun/platform/fault"
)

// applyEnvelope sends the request that the file states.
func (a *applying) applyEnvelope(ctx context.Context, by string) error {
	if !a.single() {
		return a.request(ctx)
	}
	if err := a.claim(ctx, by); err != nil {
		return err
	}
	a.claimed = true
	err := a.request(ctx)
	if err != nil && a.settled {
		return a.unclaim(context.WithoutCancel(ctx), err)
	}
	return err
}

// request sends the request and reads its result. It notes if the result is known, also if that is a failure.
func (a *applying) request(ctx context.Context) error {
	answer, err := a.sendEnvelope(ctx)
	a.settled = isKnown(answer, err)
	if answer != nil && answer.Get("failures").Exists() { // _reindex answers 400 when documents fail
		return a.failureInside(answer)
	}
	if err != nil || answer == nil {
		return err
	}
	if task := answer.Get("task"); task.Type == gjson.String && strings.Contains(task.Str, ":") {
		a.settled = false
		return a.followTask(ctx, task.Str)
	}
	return a.failureInside(answer)
}

// isKnown reports whether it is known what a request did. An error of the server, or of a proxy before it, may come after the effect;
// a cluster that cannot do something now says so in an error of its own.
func isKnown(answer *cluster.Answer, err error) bool {
	_, lost := errors.AsType[*cluster.UnansweredError](err)
	switch {
	case lost, errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return false
	case answer == nil || answer.Status < http.StatusInternalServerError:
		return true
	default:
		return answer.Status == http.StatusServiceUnavailable && answer.Get("error.type").Exists()
	}
}

// sendEnvelope sends it once if it is not known what a second one would do. The answer is nil if a PUT or DELETE
// that was not answered turns out to have taken effect.
func (a *applying) sendEnvelope(ctx context.Context) (*cluster.Answer, error) {
	r := cluster.Request{Method: a.method, Path: a.path, Body: a.body, Type: a.media, Text: true}
	if a.single() || a.method != http.MethodPut && a.method != http.MethodDelete {
		return a.once(ctx, r)
	}
	again := false
	answer, err := a.put(ctx, r, func(context.Context) (bool, error) {
		again = true
		return false, nil
	})
	if again && answer != nil && (alreadyExists(answer) || a.method == http.MethodDelete && answer.Status == http.StatusNotFound) {
		return nil, nil
	}
	return answer, err
}

// failureInside returns an error for an answer with status 200 that reports a failure: _bulk, _reindex, _rollover and the like.
func (a *applying) failureInside(answer *cluster.Answer) error {
	if reason := a.c.Hide(failureIn(answer.Get("@this"))); reason != "" {
		return fault.New("search.apply", fault.Internal, fmt.Sprintf("%s %s: %d, but %s", a.method, a.path, answer.Status, reason)).
			WithHint("a part may have taken effect; see the cluster, and correct the file")
	}
	return nil
}

// failureIn returns what failed according to an answer, or "".
func failureIn(answer gjson.Result) string {
	failures := answer.Get("failures")
	switch {
	case failures.IsArray() && len(failures.Array()) > 0:
		first := failures.Array()[0]
		return fmt.Sprintf("%d documents failed, the first with: %s", len(failures.Array()), firstReason(first))
	case failures.Type == gjson.True:
		return "it failed for " + answer.Get("failed_indices").Raw
	case answer.Get("errors").Type == gjson.True:
		return bulkFailure(answer.Get("items"))
	case answer.Get("rolled_over").Type == gjson.False && !answer.Get("dry_run").Bool():
		return "the index was not rolled over: its conditions are not met, " + answer.Get("conditions").Raw
	case answer.Get("acknowledged").Type == gjson.False:
		return "the nodes did not acknowledge it in time"
	case answer.Get("timed_out").Type == gjson.True:
		return "it timed out before its end"
	default:
		return ""
	}
}

func bulkFailure(items gjson.Result) string {
	failed, reason := 0, ""
	items.ForEach(func(_, item gjson.Result) bool {
		for _, result := range item.Map() {
			if problem := result.Get("error"); problem.Exists() {
				if failed++; failed == 1 {
					reason = firstReason(problem)
				}
			}
		}
		return true
	})
	return fmt.Sprintf("%d operations failed, the first with: %s", failed, reason)
}

// firstReason returns the reason of an error, wherever the answer has it.
func firstReason(failure gjson.Result) string {
	for _, path := range []string{"cause.reason", "reason.reason", "reason", "error.reason"} {
		if reason := failure.Get(path); reason.Type == gjson.String {
			return reason.Str
		}
	}
	return failure.Raw
}

// taskPoll is the time between two looks at a task, and its longest.
const (
	taskPoll    = 100 * time.Millisecond
	longestPoll = 2 * time.Second
)

// followTask waits for the end of a task and reports how far it is.
func (a *applying) followTask(ctx context.Context, id string) error {
	path := "/_tasks/" + url.PathEscape(id)
	for interval := taskPoll; ; interval = min(2*interval, longestPoll) {
		answer, err := ask(ctx, a.c, cluster.Request{Method: http.MethodGet, Path: path})
		if err != nil {
			return fmt.Errorf("task %s goes on in the cluster: %w", id, err)
		}
		if !answer.OK() {
			return answer.Err()
		}
		if answer.Get("completed").Bool() {
			return a.taskResult(answer, id)
		}
		status := answer.Get("task.status")
		a.progress("task "+id, percentOf(status))
		if err := pauseUnless(ctx, nil, interval); err != nil {
			return fmt.Errorf("task %s goes on in the cluster: %w", id, err)
		}
	}
}

// percentOf returns how much of its documents a task has seen, -1 if that is not known.
func percentOf(status gjson.Result) float64 {
	total := status.Get("total").Float()
	if total <= 0 {
		return -1
	}
	done := 0.0
	for _, count := range []string{"created", "updated", "deleted", "noops", "version_conflicts"} {
		done += status.Get(count).Float()
	}
	return 100 * done / total
}

func (a *applying) taskResult(answer *cluster.Answer, id string) error {
	a.settled = true
	reason := failureIn(answer.Get("response"))
	if failed := answer.Get("error"); failed.Exists() {
		reason = firstReason(failed)
	}
	if cancelled := answer.Get("response.canceled"); cancelled.Type == gjson.String {
		reason = "it was canceled: " + cancelled.Str
	}
	if reason == "" {
		return nil
	}
	return fault.New("search.task", fault.Internal, fmt.Sprintf("task %s of %s %s ended: %s", id, a.method, a.path, a.c.Hide(reason))).
		WithHint("a part may have taken effect; see the cluster, and correct the file")
}
