package queue

import (
	"fmt"
	"maps"
	"strconv"
	"strings"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/queue/broker"
	"github.com/fwrun/fwrun/queue/table"
)

// Outgoing is a message to be sent. Queue is required.
type Outgoing struct {
	Queue       string
	Body        []byte
	ContentType string            // default application/json
	Headers     map[string]string // names that begin with broker.Reserved are refused

	ID       string    // default a random one; the same one is sent only once within the connection's window
	Key      string    // messages with one key are handled in order
	Unique   string    // no second message with it is sent before the first one was handled
	At       time.Time // zero for now
	Priority *int      // 0 to 9, the highest; default 4

	Sender string // who sends it, for the listener; visible ASCII characters, or nothing
}

// Message is a message in the hand of a listener.
type Message struct {
	ID          string
	Queue       string
	Key         string
	Body        []byte
	ContentType string
	Headers     map[string]string
	SentAt      time.Time
	Sender      string // who has sent it, as the sender has said; others may have written it
	Attempt     int    // from 1
	MaxAttempts int
}

// IsLastAttempt reports whether the message becomes a dead letter if this attempt fails.
func (m *Message) IsLastAttempt() bool { return m.Attempt >= m.MaxAttempts }

// The headers of messages on their way.
const (
	headerID          = broker.Reserved + "id"
	headerQueue       = broker.Reserved + "queue"
	headerSent        = broker.Reserved + "sent" // RFC 3339
	headerAttempt     = broker.Reserved + "attempt"
	headerAlone       = broker.Reserved + "alone" // not in a batch with others
	headerPriority    = broker.Reserved + "priority"
	headerUnique      = broker.Reserved + "unique"
	headerSender      = broker.Reserved + "sender"
	headerFirstError  = broker.Reserved + "first-error"
	headerFirstFailed = broker.Reserved + "first-failed" // RFC 3339
	headerDeliveries  = broker.Reserved + "deliveries"   // set by brokers that count them
	headerType        = "content-type"
)

// priorities of messages.
const (
	lowest, usual, highest = 0, 4, 9
)

const jsonType = "application/json"

// wire returns the message as brokers carry it.
func (o *Outgoing) wire(id string, now time.Time) *message.Message {
	m := message.NewMessage(id, o.Body)
	maps.Copy(m.Metadata, o.Headers)
	m.Metadata[headerID] = id
	m.Metadata[headerQueue] = o.Queue
	m.Metadata[headerSent] = now.UTC().Format(time.RFC3339Nano)
	m.Metadata[headerType] = o.ContentType
	if o.ContentType == "" {
		m.Metadata[headerType] = jsonType
	}
	if o.Key != "" {
		m.Metadata[broker.KeyHeader] = o.Key
	}
	if o.Priority != nil {
		m.Metadata[headerPriority] = strconv.Itoa(*o.Priority)
	}
	if o.Unique != "" {
		m.Metadata[headerUnique] = o.Unique
	}
	if o.Sender != "" {
		m.Metadata[headerSender] = o.Sender
	}
	return m
}

// read returns a delivered message. One that something else than fwrun has sent has fewer headers.
func read(queue string, w *message.Message) *Message {
	m := &Message{
		ID: w.Metadata[headerID], Queue: queue, Key: w.Metadata[broker.KeyHeader], Body: w.Payload,
		ContentType: w.Metadata[headerType], Sender: w.Metadata[headerSender], Attempt: 1, Headers: map[string]string{},
	}
	if m.ID == "" {
		m.ID = w.UUID
	}
	if m.ContentType == "" {
		m.ContentType = jsonType
	}
	if n, err := strconv.Atoi(w.Metadata[headerAttempt]); err == nil && n > 0 {
		m.Attempt = n
	}
	m.SentAt, _ = time.Parse(time.RFC3339Nano, w.Metadata[headerSent])
	for name, value := range w.Metadata {
		if !strings.HasPrefix(name, broker.Reserved) && name != headerType {
			m.Headers[name] = value
		}
	}
	return m
}

// ReadDead returns the message that became a dead letter of a queue, as a listener got it.
func ReadDead(queue string, d table.Dead) *Message {
	return read(queue, &message.Message{UUID: d.ID, Metadata: d.Metadata, Payload: d.Payload})
}

// kept returns the headers with which a delivered message is kept.
func kept(w *message.Message) message.Metadata {
	headers := maps.Clone(w.Metadata)
	delete(headers, headerDeliveries)
	return headers
}

// again returns the headers of a message for its next attempt.
func again(w *message.Message, attempt int, cause error, now time.Time) message.Metadata {
	headers := kept(w)
	headers[headerAttempt] = strconv.Itoa(attempt)
	if headers[headerFirstError] == "" {
		headers[headerFirstError] = cause.Error()
		headers[headerFirstFailed] = now.UTC().Format(time.RFC3339Nano)
	}
	return headers
}

// deliveries returns how often a message was delivered, or 0 if its broker does not count.
func deliveries(w *message.Message) int {
	n, _ := strconv.Atoi(w.Metadata[headerDeliveries])
	return n
}

// priorityIn returns the priority of a message.
func priorityIn(headers message.Metadata) int {
	p, err := strconv.Atoi(headers[headerPriority])
	if err != nil || p < lowest || p > highest {
		return usual
	}
	return p
}

// copyID returns the identity of a copy of a message that was kept for later. Brokers that drop duplicates must not take it
// for the first one.
func copyID(id string, parking int64) string { return fmt.Sprintf("%s#%d", id, parking) }
