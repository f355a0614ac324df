package kafka

import (
	"fmt"
	"time"

	"github.com/IBM/sarama"
	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/queue/broker"
)

// idHeader has the UUID of a message, as Watermill's adapter for Kafka writes it.
const idHeader = "_watermill_message_uuid"

// record is a message for the servers.
type record struct {
	*sarama.Record
	sent time.Time
	size int
}

// overhead is about what a record takes besides its texts.
const overhead = 64

// toRecord returns a message for the servers. Its key is also in the header that has it.
func toRecord(m *message.Message, now time.Time) record {
	r := record{&sarama.Record{Value: m.Payload}, now.Truncate(time.Millisecond), overhead + len(m.Payload)}
	if r.Value == nil {
		r.Value = []byte{} // nothing at all would delete what has the same key, in a topic that is compacted
	}
	if key, has := m.Metadata[broker.KeyHeader]; has {
		r.Key = []byte(key)
		r.size += len(key)
	}
	add := func(name, value string) {
		r.Headers = append(r.Headers, &sarama.RecordHeader{Key: []byte(name), Value: []byte(value)})
		r.size += len(name) + len(value) + 10
	}
	if m.UUID != "" {
		add(idHeader, m.UUID)
	}
	for name, value := range m.Metadata {
		if name != broker.DeliveriesHeader && name != idHeader {
			add(name, value)
		}
	}
	return r
}

// fromRecord returns the message that was published. One of another publisher has the id that its place makes.
func fromRecord(r *sarama.ConsumerMessage) *message.Message {
	m := message.NewMessage("", r.Value)
	for _, h := range r.Headers {
		if name := string(h.Key); name == idHeader {
			m.UUID = string(h.Value)
		} else if name != broker.DeliveriesHeader {
			m.Metadata[name] = string(h.Value)
		}
	}
	if m.UUID == "" {
		m.UUID = fmt.Sprintf("%s-%d-%d", r.Topic, r.Partition, r.Offset)
	}
	if _, has := m.Metadata[broker.KeyHeader]; !has && len(r.Key) > 0 {
		m.Metadata[broker.KeyHeader] = string(r.Key)
	}
	return m
}
