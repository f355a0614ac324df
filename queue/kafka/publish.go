package kafka

import (
	"context"
	"time"

	"github.com/IBM/sarama"
	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue/broker"
)

// Publish returns when all replicas that are in sync have the messages. Those with the same key are in the same partition, and
// so are all without a key of one call.
func (b *Broker) Publish(topic string, messages ...*message.Message) error {
	const op = "kafka.publish"
	if len(messages) == 0 {
		return nil
	}
	if err := b.usable(messages[0].Context(), op); err != nil {
		return err
	}
	ctx, cancel := bounded(messages[0].Context())
	defer cancel()
	name := b.name(topic)
	count, err := b.partitions(ctx, op, name)
	if err != nil {
		return err
	}
	parts, err := b.divide(ctx, name, messages, count)
	if err != nil {
		return err
	}
	var all []*sending
	for partition, list := range parts {
		b.publisher(name, partition).add(list)
		all = append(all, list...)
	}
	for _, s := range all {
		if failed := s.wait(); failed != nil && err == nil {
			err = failed
		}
	}
	if err != nil {
		b.forget(topic)
		return b.failed(ctx, op, err)
	}
	return nil
}

// divide returns the messages for each partition, in parts that fit into one request.
func (b *Broker) divide(ctx context.Context, name string, messages []*message.Message, count int32) (map[int32][]*sending, error) {
	now := time.Now()
	turn := b.turn(name, count, now)
	byKey := sarama.NewHashPartitioner("") // the way in which Watermill's adapter does it
	parts := map[int32][]*sending{}
	for _, m := range messages {
		r := toRecord(m, now)
		if r.size > b.options.MaxBytes {
			return nil, fault.New("kafka.publish", fault.TooLarge, "the message is larger than the limit for Kafka").
				WithHint("store large content elsewhere, and send a reference to it")
		}
		partition := turn
		if key := m.Metadata[broker.KeyHeader]; key != "" {
			var err error
			if partition, err = byKey.Partition(&sarama.ProducerMessage{Key: sarama.StringEncoder(key)}, count); err != nil {
				return nil, b.failed(ctx, "kafka.publish", err)
			}
		}
		list := parts[partition]
		if n := len(list); n > 0 && list[n-1].size+r.size <= batchBytes {
			list[n-1].add(r)
			continue
		}
		s := &sending{ctx: ctx, done: make(chan error, 1)}
		s.add(r)
		parts[partition] = append(list, s)
	}
	return parts, nil
}

// turn returns the partition for messages without a key: the next one for each call, but the same one for all calls of a
// moment, which go together in one request then.
func (b *Broker) turn(name string, count int32, now time.Time) int32 {
	b.mu.Lock()
	t := b.turns[name]
	p := b.lanes[lane{name, t.partition}]
	b.mu.Unlock()
	if p != nil && t.partition < count && now.Sub(t.since) < moment && p.isBusy() {
		return t.partition
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.turns[name] == t { // else another call has moved on
		b.turns[name] = turn{(t.partition + 1) % count, now}
	}
	return b.turns[name].partition % count
}

// turn is the partition whose turn it is, and since when.
type turn struct {
	partition int32
	since     time.Time
}

// moment is how long calls go to one partition while it is busy.
const moment = 10 * time.Millisecond

// partitions returns how many partitions a topic has.
func (b *Broker) partitions(ctx context.Context, op, name string) (int32, error) {
	b.mu.Lock()
	known := b.counts[name]
	b.mu.Unlock()
	if known.count > 0 && time.Since(known.at) < countsFor {
		return known.count, nil
	}
	list, err := call(ctx, b, op, func() ([]int32, error) { return b.client.Partitions(name) })
	if err != nil {
		return 0, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.counts[name] = partitionCount{int32(len(list)), time.Now()}
	return int32(len(list)), nil
}

type partitionCount struct {
	count int32
	at    time.Time
}

// countsFor is how long it may take until messages are published to partitions that were added to a topic.
const countsFor = time.Minute

// forget makes the next calls ask the servers about a topic.
func (b *Broker) forget(topic string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.declared, topic)
	delete(b.counts, b.name(topic))
}

// publisher returns what publishes to a partition.
func (b *Broker) publisher(topic string, partition int32) *publisher {
	b.mu.Lock()
	defer b.mu.Unlock()
	key := lane{topic, partition}
	p := b.lanes[key]
	if p == nil {
		p = &publisher{b: b, lane: key, id: noID}
		b.lanes[key] = p
	}
	return p
}
