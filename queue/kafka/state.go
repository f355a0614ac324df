package kafka

import (
	"context"
	"slices"
	"time"

	"github.com/IBM/sarama"

	"github.com/fwrun/fwrun/queue/broker"
)

// State returns how many messages a topic has. How many of them other processes have in hand is not known: they count as
// waiting. Of a topic that others publish to in transactions, what these leave between messages counts until it was fetched.
func (b *Broker) State(ctx context.Context, topic string) (broker.State, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	found, err := b.Topics(ctx, []string{topic})
	if err != nil || len(found) == 0 {
		return broker.State{}, err
	}
	return call(ctx, b, "kafka.state", func() (broker.State, error) { return b.state(topic) })
}

func (b *Broker) state(topic string) (state broker.State, err error) {
	name, group := b.name(topic), b.group(topic)
	if err = b.client.RefreshCoordinator(group); err != nil {
		return state, err
	}
	coordinator, err := b.client.Coordinator(group)
	if err != nil {
		return state, err
	}
	partitions, err := b.client.Partitions(name)
	if err != nil {
		return state, err
	}
	commits, err := b.commits(coordinator, group, name, partitions)
	if err != nil {
		return state, err
	}
	ends, err := b.ends(name, partitions)
	if err != nil {
		return state, err
	}
	b.mu.Lock()
	m := b.members[topic]
	b.mu.Unlock()
	var elsewhere int64
	first := map[int32]int64{} // the first message that waits
	for _, id := range partitions {
		waits, inHand, offset, here := m.count(id, ends[id])
		if !here {
			before := commits[id].mark()
			waits, offset = before.remaining(before.base, ends[id]), before.base
			elsewhere += waits
		}
		state.Waiting += waits
		state.InHand += inHand
		if waits > 0 {
			first[id] = offset
		}
	}
	if elsewhere > 0 && b.hasMembers(coordinator, group, m != nil) {
		state.InHand = -1
	}
	state.Age, err = b.age(name, first)
	return state, err
}

// count returns how many messages of a partition wait and are in hand, and the first that waits, if this process has the
// partition.
func (m *member) count(id int32, end int64) (waits, inHand, first int64, here bool) {
	if m == nil {
		return 0, 0, 0, false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	p := m.parts[id]
	if p == nil {
		return 0, 0, 0, false
	}
	w := p.window
	inHand, first = int64(w.counts[held]), w.next
	if i := slices.IndexFunc(w.items, func(i *item) bool { return i.state == waiting || i.state == paused }); i >= 0 {
		first = w.items[i].offset
	}
	return w.remaining(end) - inHand, inHand, first, true
}

// ends returns the offsets behind the last messages.
func (b *Broker) ends(name string, partitions []int32) (map[int32]int64, error) {
	ends := map[int32]int64{}
	for _, id := range partitions {
		end, err := b.client.GetOffset(name, id, sarama.OffsetNewest)
		if err != nil {
			return nil, err
		}
		ends[id] = end
	}
	return ends, nil
}

// hasMembers reports whether other processes than this one are in a group.
func (b *Broker) hasMembers(coordinator *sarama.Broker, group string, besides bool) bool {
	answer, err := coordinator.DescribeGroups(&sarama.DescribeGroupsRequest{Groups: []string{group}})
	if err != nil || len(answer.Groups) == 0 {
		return true
	}
	others := len(answer.Groups[0].Members)
	if besides {
		others--
	}
	return others > 0
}

// age returns how long the oldest of some messages, each in another partition, has been there.
func (b *Broker) age(name string, offsets map[int32]int64) (age time.Duration, err error) {
	byLeader := map[*sarama.Broker]*sarama.FetchRequest{}
	for id, offset := range offsets {
		leader, err := b.client.Leader(name, id)
		if err != nil {
			return 0, err
		}
		if byLeader[leader] == nil {
			byLeader[leader] = &sarama.FetchRequest{
				Version: 5, MaxBytes: int32(b.options.MaxBytes), Isolation: sarama.ReadCommitted, // it does not wait
			}
		}
		byLeader[leader].AddBlock(name, id, offset, 1, -1) // the first batch, whatever its size
	}
	for leader, request := range byLeader {
		answer, err := leader.Fetch(request)
		if err != nil {
			return 0, err
		}
		for id, block := range answer.Blocks[name] {
			if sent := sentAt(block, offsets[id]); !sent.IsZero() {
				age = max(age, time.Since(sent))
			}
		}
	}
	return age, nil
}

// sentAt returns when the first message from an offset on was sent, of those that were fetched.
func sentAt(block *sarama.FetchResponseBlock, offset int64) time.Time {
	for _, records := range block.RecordsSet {
		batch := records.RecordBatch
		if batch == nil {
			continue
		}
		for _, r := range batch.Records {
			if batch.FirstOffset+r.OffsetDelta >= offset {
				return batch.FirstTimestamp.Add(r.TimestampDelta)
			}
		}
	}
	return time.Time{}
}
