package rabbitmq

import (
	"cmp"
	"context"
	"strconv"

	"github.com/ThreeDotsLabs/watermill/message"
	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue/broker"
)

const (
	// headerDeliveries is how often a message was delivered before it was published again.
	headerDeliveries = "x-fwrun-deliveries"

	// All headers of a message are in one frame.
	mostHeaderBytes = 100 << 10
	longestHeader   = 255
)

// headerUUID has the UUID of a message, as Watermill's adapter for RabbitMQ writes it.
const headerUUID = "_watermill_message_uuid"

// write makes what is published of a message.
func write(op string, m *message.Message) (amqp.Publishing, error) {
	size := 0
	for name, value := range m.Metadata {
		if len(name) > longestHeader {
			return amqp.Publishing{}, fault.New(op, fault.Invalid, "the name of a header is longer than 255 bytes")
		}
		size += len(name) + len(value) + 8
	}
	if size > mostHeaderBytes {
		return amqp.Publishing{}, fault.New(op, fault.TooLarge, "the headers of the message are larger than RabbitMQ allows")
	}
	headers := make(amqp.Table, len(m.Metadata)+1)
	for name, value := range m.Metadata {
		headers[name] = value
	}
	headers[headerUUID] = m.UUID
	delete(headers, broker.DeliveriesHeader) // nobody counts
	return amqp.Publishing{Headers: headers, Body: m.Payload, DeliveryMode: amqp.Persistent, MessageId: m.UUID}, nil
}

// deliveriesOf returns how often a message was delivered, this time included, as far as it is known: of those to processes that died with
// it, no more than one.
func deliveriesOf(d amqp.Delivery) int64 {
	n, _ := d.Headers[headerDeliveries].(int64)
	if d.Redelivered {
		n++
	}
	return n + 1
}

// read makes a message of what was delivered. Headers that are not texts are the server's own, or those of its tools.
func read(parent context.Context, d amqp.Delivery) (*message.Message, context.CancelFunc) {
	m := message.NewMessage("", d.Body)
	for name, value := range d.Headers {
		if text, isText := value.(string); isText {
			m.Metadata[name] = text
		}
	}
	m.UUID = cmp.Or(m.Metadata[headerUUID], d.MessageId)
	delete(m.Metadata, headerUUID)
	m.Metadata[broker.DeliveriesHeader] = strconv.FormatInt(deliveriesOf(d), 10)
	ctx, cancel := context.WithCancel(parent)
	m.SetContext(ctx)
	return m, cancel
}

// again makes what is published in place of a message that was given back.
func again(d amqp.Delivery) amqp.Publishing {
	headers := amqp.Table{}
	for name, value := range d.Headers {
		headers[name] = value
	}
	headers[headerDeliveries] = deliveriesOf(d)
	return amqp.Publishing{
		Headers: headers, Body: d.Body, DeliveryMode: amqp.Persistent, MessageId: d.MessageId, ContentType: d.ContentType,
		ContentEncoding: d.ContentEncoding, Timestamp: d.Timestamp, Type: d.Type, AppId: d.AppId, CorrelationId: d.CorrelationId, ReplyTo: d.ReplyTo,
	}
}
