package manage

import (
	"bytes"
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue"
	"github.com/fwrun/fwrun/queue/table"
)

// Queues manages the queues of an application. It is safe for concurrent use.
//
// The errors are of type *fault.Error: of kind NotFound for a queue or a connection that does not exist, of kind Conflict if
// several connections have a queue of the name, of kind Invalid for arguments that make no sense.
type Queues interface {
	// List returns the states of all queues that are known, sorted by connection and name. Connections that cannot be
	// reached are problems of the Listing, not an error.
	List(ctx context.Context) (Listing, error)

	// Dead returns dead letters of a queue, oldest first.
	Dead(ctx context.Context, q Queue, f Filter) ([]Letter, error)

	// Replay sends dead letters once more, with all their attempts before them.
	Replay(ctx context.Context, q Queue, s Selection) (Outcome, error)

	// DeleteDead removes dead letters.
	DeleteDead(ctx context.Context, q Queue, s Selection) (Outcome, error)

	// Purge removes the messages that nobody has in hand, also those for later, and returns how many. Dead letters stay.
	Purge(ctx context.Context, q Queue) (int64, error)

	// Send sends a message and returns its id.
	Send(ctx context.Context, q Queue, m Message) (id string, err error)

	// Pause stops the delivery of a queue until Resume. Messages in hand are handled.
	Pause(ctx context.Context, q Queue) error

	// Resume ends a pause.
	Resume(ctx context.Context, q Queue) error
}

// Queue names a queue. The connection is needed only if several have a queue of the name.
type Queue struct {
	Connection string `json:"connection,omitempty"`
	Name       string `json:"queue"`
}

// Listing holds the states of queues.
type Listing struct {
	Running  bool      `json:"running"` // a serving application was asked
	Queues   []State   `json:"queues"`
	Problems []Problem `json:"problems,omitempty"`
}

// Problem is a connection whose queues are not known.
type Problem struct {
	Connection string `json:"connection"`
	Message    string `json:"message"`
	Hint       string `json:"hint,omitempty"`
}

// State is what is known of a queue.
type State struct {
	Connection string `json:"connection"`
	Queue      string `json:"queue"`
	Listener   string `json:"listener,omitempty"`
	Paused     bool   `json:"paused"`

	Waiting Count   `json:"waiting"`
	InHand  Count   `json:"inHand"`
	Delayed int64   `json:"delayed"` // sent for later
	Retries int64   `json:"retries"` // to be tried again
	Dead    int64   `json:"dead"`
	Oldest  float64 `json:"oldestSeconds"` // age of the oldest waiting message

	// Of the process, since its start.
	Rate   float64 `json:"rate"` // messages a second that were handled, of about the last minute
	Done   int64   `json:"done"`
	Failed int64   `json:"failed"` // attempts
}

// Count is a number that may not be known, which is -1 in Go and null in JSON.
type Count int64

// MarshalJSON implements json.Marshaler.
func (c Count) MarshalJSON() ([]byte, error) {
	if c < 0 {
		return []byte("null"), nil
	}
	return strconv.AppendInt(nil, int64(c), 10), nil
}

// UnmarshalJSON implements json.Unmarshaler.
func (c *Count) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*c = -1
		return nil
	}
	return json.Unmarshal(text, (*int64)(c))
}

// Filter selects dead letters to be read: all, or those that meet every condition.
type Filter struct {
	IDs    []string `json:"ids,omitempty"`    // at most 1000
	Reason string   `json:"reason,omitempty"` // the whole text
	After  int64    `json:"after,omitempty"`  // Seq of the last letter of the page before
	Limit  int      `json:"limit,omitempty"`  // default 100; a page also ends when it takes about 16 MiB
}

// Selection selects dead letters to be changed: all, or those that meet every condition.
type Selection struct {
	IDs    []string `json:"ids,omitempty"`
	Reason string   `json:"reason,omitempty"`
	All    bool     `json:"all,omitempty"` // required if there is no condition
}

// check returns what is wrong with a selection.
func (s Selection) check() error {
	if conditions := len(s.IDs) > 0 || s.Reason != ""; conditions == s.All {
		return fault.New("queue.manage", fault.Invalid, "choose dead letters by their ids or by a reason, or all of them")
	}
	return nil
}

// Outcome is what was done to dead letters.
type Outcome struct {
	Count   int64    `json:"count"`
	Missing []string `json:"missing,omitempty"` // those of the ids that were not found
}

// Content is the body of a message: one of its fields.
type Content struct {
	JSON   json.RawMessage `json:"body,omitempty"`
	Text   string          `json:"text,omitempty"`
	Base64 []byte          `json:"base64,omitempty"`
}

// Bytes returns the body as it is sent.
func (c Content) Bytes() []byte {
	switch {
	case c.JSON != nil:
		return c.JSON
	case c.Text != "":
		return []byte(c.Text)
	}
	return c.Base64
}

// contentOf returns a body in the most readable form.
func contentOf(contentType string, body []byte) Content {
	if strings.Contains(contentType, "json") && json.Valid(body) {
		var plain bytes.Buffer
		if err := json.Compact(&plain, body); err == nil {
			return Content{JSON: plain.Bytes()}
		}
	}
	if utf8.Valid(body) {
		return Content{Text: string(body)}
	}
	return Content{Base64: body}
}

// Message is a message to be sent.
type Message struct {
	Content
	ContentType string            `json:"contentType,omitempty"` // default application/json
	Headers     map[string]string `json:"headers,omitempty"`
	ID          string            `json:"id,omitempty"`
	Key         string            `json:"key,omitempty"`
	At          time.Time         `json:"at,omitzero"` // when it is delivered at the earliest
}

// Letter is a dead letter.
type Letter struct {
	Seq         int64             `json:"seq"` // its place in the list; see [Filter.After]
	ID          string            `json:"id"`
	Key         string            `json:"key,omitempty"`
	Reason      string            `json:"reason"` // why it is not tried any more
	Attempts    int               `json:"attempts"`
	FirstError  string            `json:"firstError"`
	LastError   string            `json:"lastError"`
	Sent        time.Time         `json:"sent,omitzero"`
	FirstFailed time.Time         `json:"firstFailed,omitzero"`
	Died        time.Time         `json:"died,omitzero"`
	ContentType string            `json:"contentType"`
	Headers     map[string]string `json:"headers,omitempty"`
	Content
}

func letterOf(queueName string, d table.Dead) Letter {
	m := queue.ReadDead(queueName, d)
	return Letter{
		Seq: d.Seq, ID: m.ID, Key: d.Key, Reason: d.Reason, Attempts: d.Attempts, FirstError: d.FirstError, LastError: d.LastError,
		Sent: m.SentAt, FirstFailed: d.FirstAt, Died: d.DiedAt, ContentType: m.ContentType, Headers: m.Headers, Content: contentOf(m.ContentType, m.Body),
	}
}
