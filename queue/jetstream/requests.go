package jetstream

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

// requests are what one delivery has asked the server for. The server sends messages to the inbox of a request, but
// under the subject that they were published with: which request they belong to does not show. So they are counted
// together, and after a loss of the connection the inbox is another one.
type requests struct {
	inbox string
	sub   *nats.Subscription
	open  int // messages that may come
	heard time.Time
	away  bool // the server may be lost without the connection
}

const (
	// A request to an embedded server lasts for long: nothing between it and us is lost.
	requestTime     = time.Hour
	requestTimeAway = 30 * time.Second
	heartbeat       = 2 * time.Second
	silence         = 3 * heartbeat
)

// add records a request for messages, and returns the subject of the answers and the body for the server. The last token of
// the inbox is how many were asked for.
func (r *requests) add(messages int) (reply string, body []byte) {
	if r.open == 0 {
		r.heard = time.Now()
	}
	r.open += messages
	if r.away {
		body = fmt.Appendf(nil, `{"batch":%d,"expires":%d,"idle_heartbeat":%d}`, messages, requestTimeAway, heartbeat)
	} else {
		body = fmt.Appendf(nil, `{"batch":%d,"expires":%d}`, messages, requestTime)
	}
	return r.inbox + "." + strconv.Itoa(messages), body
}

// message counts one that came. It reports whether it was asked for.
func (r *requests) message() bool {
	r.heard = time.Now()
	if r.open == 0 {
		return false
	}
	r.open--
	return true
}

// end counts the messages that a request will not bring any more.
func (r *requests) end(n *nats.Msg) {
	r.heard = time.Now()
	left := n.Header.Get("Nats-Pending-Messages")
	if left == "" {
		left = strings.TrimPrefix(n.Subject, r.inbox+".")
	}
	count, _ := strconv.Atoi(left)
	r.open = max(r.open-count, 0)
}

// silent reports whether requests have been lost with the server that had them.
func (r *requests) silent(now time.Time) bool {
	return r.away && r.open > 0 && now.Sub(r.heard) > silence
}
