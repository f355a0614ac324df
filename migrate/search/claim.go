package search

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/migrate"
	"github.com/fwrun/fwrun/migrate/search/cluster"
	"github.com/fwrun/fwrun/platform/fault"
)

// running is the hash of a file whose request has been sent, until its outcome is recorded.
const running = "running"

// single reports whether a request may have another effect if it is sent twice. Such a file is claimed before it is sent: if
// nobody knows afterwards how that ended, the file must neither be sent again nor count as applied by itself.
func (c *change) single() bool {
	if c.kind != envelope {
		return false
	}
	switch c.method {
	case http.MethodPost, http.MethodPatch:
		return true
	case http.MethodPut, http.MethodDelete:
		path, query, _ := strings.Cut(c.path, "?")
		return strings.Contains(path, "/_create/") || strings.Contains(query, "op_type=create") || strings.Contains(query, "if_seq_no=")
	default:
		return false
	}
}

// errSettled ends the work on a file that another process has applied in the meantime.
var errSettled = errors.New("applied by another process")

// claim records that the request is about to be sent. The record names a token: if the answer to it was lost, the token shows
// that the record is this one.
func (a *applying) claim(ctx context.Context, by string) error {
	token := rand.Text()
	for range attempts {
		answer, err := ask(ctx, a.c, cluster.Request{Method: http.MethodGet, Path: a.recordPath("_doc")})
		path := a.recordPath("_create")
		switch {
		case err != nil:
			return err
		case answer.Get("_source").Exists():
			if answer.Get("_source.lock.holder").Str == token {
				return nil
			}
			if err := a.found(answer.Get("_source")); err != nil {
				return err
			}
			path = a.recordPath("_doc") + versionIn(answer).query()
		case !answer.OK() && answer.Status != http.StatusNotFound:
			return answer.Err()
		}
		if done, err := a.writeClaim(ctx, path, by, token); done || err != nil {
			return err
		}
	}
	return fault.New("search.claim", fault.Unavailable, "the cluster did not record that the file begins").WithHint("run again")
}

// found decides what a record means that the cluster has now.
func (a *applying) found(source gjson.Result) error {
	switch r := recordOf(source); {
	case r.Hash == "":
		return a.interrupted(r, source.Get("lock"))
	case a.file.Compare(r.Hash) == migrate.Equal:
		return errSettled
	default:
		return nil
	}
}

// writeClaim writes the record and reports whether it did. If the answer was lost, that is seen when it is read.
func (a *applying) writeClaim(ctx context.Context, path, by, token string) (bool, error) {
	h := a.holder
	h.Token, h.Since = token, time.Now()
	body, err := json.Marshal(struct {
		recorded
		Lock holder `json:"lock"`
	}{a.documentOf(migrate.Record{Path: a.file.Path, Hash: running, At: h.Since, By: by, Took: -1}), h})
	if err != nil {
		return false, err
	}
	answer, err := ask(ctx, a.c, cluster.Request{Method: http.MethodPut, Path: path, Body: body})
	if _, lost := errors.AsType[*cluster.UnansweredError](err); lost {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if answer.Status == http.StatusConflict || busy(answer) {
		return false, nil
	}
	return answer.OK(), answer.Err()
}

// unclaim takes back the claim of a request that has failed, which is known.
func (a *applying) unclaim(ctx context.Context, failed error) error {
	err := error(nil)
	if a.before == nil {
		var answer *cluster.Answer
		answer, err = put(ctx, a.c, cluster.Request{Method: http.MethodDelete, Path: a.recordPath("_doc")}, unknowable)
		if answer != nil && answer.Status == http.StatusNotFound {
			err = nil // the answer to an earlier one was lost
		}
	} else {
		err = a.record(ctx, *a.before)
	}
	if err != nil {
		return fmt.Errorf("%w; and its record could not be removed: %w", failed, err)
	}
	return failed
}

func (a *applying) recordPath(kind string) string {
	return "/" + Index + "/" + kind + "/" + url.PathEscape(idOf(a.file.Path))
}

// interrupted returns the error about a file whose request was sent by a process that does not know how it ended.
func (a *applying) interrupted(r migrate.Record, by gjson.Result) error {
	return fault.Diagnostic{
		Code: "migration-interrupted", Place: fault.Place{File: a.file.Shown},
		Message: fmt.Sprintf("%s %s was sent at %s for %s (process %d on %s), and how that ended is not known",
			a.method, a.path, r.At.UTC().Format(time.RFC3339), r.By, by.Get("process").Int(), by.Get("host").Str),
		Why:  "if it has taken effect, it may have another effect when it is sent again",
		Hint: a.decide(),
	}
}

// baseline returns the command that records the file, and no other one that is due.
func (c *change) baseline() string {
	connection, _, _ := strings.Cut(c.file.Path, "/")
	return fmt.Sprintf("fwrun migrate baseline %s -m opensearch --connection %s", c.file.Path, connection)
}

// decide returns the hint for a file of which nobody knows if it has taken effect.
func (a *applying) decide() string {
	return fmt.Sprintf("look at the cluster: if it has taken effect, record it with `%s`; if it has not, delete its record "+
		"(DELETE %s) and run again", a.baseline(), a.recordPath("_doc"))
}
