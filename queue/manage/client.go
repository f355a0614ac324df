package manage

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue"
)

// mostAnswerBytes limits an answer: a page of dead letters, whose bodies may be longer as text.
const mostAnswerBytes = 128 << 20

// Client manages the queues of another process, whose [Handler] answers below a base URL that ends with a slash.
func Client(c *http.Client, base string) Queues { return &client{c, base} }

type client struct {
	http *http.Client
	base string
}

// List implements Queues.
func (c *client) List(ctx context.Context) (list Listing, err error) {
	err = c.ask(ctx, http.MethodGet, "", nil, &list)
	return list, err
}

// Dead implements Queues.
func (c *client) Dead(ctx context.Context, q Queue, f Filter) ([]Letter, error) {
	query := url.Values{"id": f.IDs}
	if q.Connection != "" {
		query.Set("connection", q.Connection)
	}
	if f.Reason != "" {
		query.Set("reason", f.Reason)
	}
	if f.After > 0 {
		query.Set("after", strconv.FormatInt(f.After, 10))
	}
	if f.Limit > 0 {
		query.Set("limit", strconv.Itoa(f.Limit))
	}
	var found lettersDocument
	err := c.on(ctx, q, http.MethodGet, "dead?"+query.Encode(), nil, &found)
	return found.Letters, err
}

// Replay implements Queues.
func (c *client) Replay(ctx context.Context, q Queue, s Selection) (done Outcome, err error) {
	err = c.on(ctx, q, http.MethodPost, "dead/replay", selected{q.Connection, s}, &done)
	return done, err
}

// DeleteDead implements Queues.
func (c *client) DeleteDead(ctx context.Context, q Queue, s Selection) (done Outcome, err error) {
	err = c.on(ctx, q, http.MethodPost, "dead/delete", selected{q.Connection, s}, &done)
	return done, err
}

// Purge implements Queues.
func (c *client) Purge(ctx context.Context, q Queue) (int64, error) {
	var done Outcome
	err := c.on(ctx, q, http.MethodPost, "purge", q, &done)
	return done.Count, err
}

// Send implements Queues.
func (c *client) Send(ctx context.Context, q Queue, m Message) (string, error) {
	var done sent
	err := c.on(ctx, q, http.MethodPost, "send", sending{q.Connection, m}, &done)
	return done.ID, err
}

// Pause implements Queues.
func (c *client) Pause(ctx context.Context, q Queue) error {
	return c.on(ctx, q, http.MethodPost, "pause", q, nil)
}

// Resume implements Queues.
func (c *client) Resume(ctx context.Context, q Queue) error {
	return c.on(ctx, q, http.MethodPost, "resume", q, nil)
}

// on sends a request about a queue.
func (c *client) on(ctx context.Context, q Queue, method, action string, document, into any) error {
	if err := queue.CheckName(q.Name); err != nil { // it would be another path
		return fault.New(op, fault.Invalid, err.Error())
	}
	return c.ask(ctx, method, q.Name+"/"+action, document, into)
}

// ask sends a request with a document, if there is one, and reads the answer.
func (c *client) ask(ctx context.Context, method, path string, document, into any) error {
	var body io.Reader
	if document != nil {
		var text bytes.Buffer
		if err := encode(&text, document); err != nil {
			return fault.New(op, fault.Invalid, "the message is not JSON").Because(err)
		}
		body = &text
	}
	r, err := http.NewRequestWithContext(ctx, method, c.base+path, body)
	if err != nil {
		return err
	}
	answer, err := c.http.Do(r)
	if err != nil {
		if failed, ok := errors.AsType[*url.Error](err); ok {
			err = failed.Err // the URL means nothing to people
		}
		return fault.New(op, fault.Unavailable, "the running application did not answer").Because(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(answer.Body, mostAnswerBytes))
	if err != nil {
		return fault.New(op, fault.Unavailable, "the running application did not answer").Because(err)
	}
	if answer.StatusCode != http.StatusOK {
		return errorOf(answer.StatusCode, text)
	}
	if into == nil {
		return nil
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fault.New(op, fault.Internal, "the answer of the running application cannot be read").
			WithHint("it may be another version of fwrun than this one").Because(err)
	}
	return nil
}

// errorOf returns the error that an answer describes.
func errorOf(status int, text []byte) error {
	var document failure
	if err := json.Unmarshal(text, &document); err != nil || document.Error.Message == "" {
		return fault.New(op, fault.Internal, fmt.Sprintf("the running application answered with the status %d", status)).
			WithHint("it may be another version of fwrun than this one")
	}
	kind := fault.Internal
	for _, k := range kinds {
		if k.name == document.Error.Kind {
			kind = k.kind
		}
	}
	return fault.New(op, kind, document.Error.Message).WithHint(document.Error.Hint)
}
