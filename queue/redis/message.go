package redis

import (
	"context"
	"strconv"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue/broker"
)

// The fields of an entry, as Watermill's adapter for Redis writes them.
const (
	uuidField    = "_watermill_message_uuid"
	headersField = "metadata"
	payloadField = "payload"
)

// Publish adds all messages to the stream, or none of them.
func (b *Broker) Publish(topic string, messages ...*message.Message) error {
	const op = "queue.publish"
	if len(messages) == 0 {
		return nil
	}
	ctx, cancel, err := b.use(messages[0].Context(), op)
	if err != nil {
		return err
	}
	defer cancel()
	args := make([]any, 2, 2+6*len(messages))
	args[0], args[1] = b.channel(), topic
	for _, m := range messages {
		if m.Metadata[uuidField] != "" {
			return fault.New(op, fault.Invalid, "the header "+uuidField+" is the name of a field of all entries")
		}
		args = append(args, uuidField, m.UUID, headersField, packHeaders(m.Metadata), payloadField, []byte(m.Payload))
	}
	if _, err := publishScript(ctx, b.client, []string{b.stream(topic), b.idle(topic)}, args...); err != nil {
		return b.client.Failure(ctx, op, err)
	}
	return nil
}

// entry is a message that a subscription has taken.
type entry struct {
	id         string
	deliveries int64 // this one included
	fields     map[string]any
	settled    bool // or going to be: it is in the lists of what will be written down
}

// read reads what a script returns for one message.
func read(value any) (*entry, bool) {
	parts, _ := value.([]any)
	if len(parts) != 3 {
		return nil, false
	}
	id, isText := parts[0].(string)
	deliveries, isNumber := parts[1].(int64)
	fields, isList := parts[2].([]any)
	if !isText || !isNumber || !isList || len(fields)%2 != 0 {
		return nil, false
	}
	e := &entry{id: id, deliveries: deliveries, fields: make(map[string]any, len(fields)/2)}
	for i := 0; i < len(fields); i += 2 {
		name, _ := fields[i].(string)
		e.fields[name] = fields[i+1]
	}
	return e, true
}

// message makes a message whose context has the values of a parent. What another program wrote in another form has its
// fields as headers, without the payload.
func (e *entry) message(parent context.Context) (*message.Message, context.CancelFunc) {
	text := func(field string) string {
		value, _ := e.fields[field].(string)
		return value
	}
	m := message.NewMessage(text(uuidField), []byte(text(payloadField)))
	headers, valid := unpackHeaders(text(headersField))
	if _, has := e.fields[uuidField]; has && valid {
		m.Metadata = headers
	} else {
		m.UUID = e.id
		for name := range e.fields {
			if name != payloadField {
				m.Metadata[name] = text(name)
			}
		}
	}
	m.Metadata[broker.DeliveriesHeader] = strconv.FormatInt(e.deliveries, 10)
	ctx, cancel := context.WithCancel(parent)
	m.SetContext(ctx)
	return m, cancel
}
