package kafka

import (
	"context"

	"github.com/fwrun/fwrun/platform/fault"
)

// Purge removes the messages that nobody has in hand. It gets all partitions of the topic from other processes for that, so it
// waits until they have settled what they have in hand of these.
func (b *Broker) Purge(ctx context.Context, topic string) (int64, error) {
	const op = "kafka.purge"
	ctx, cancel := bounded(ctx)
	defer cancel()
	found, err := b.Topics(ctx, []string{topic})
	if err != nil || len(found) == 0 {
		return 0, err
	}
	ends, err := call(ctx, b, op, func() (map[int32]int64, error) {
		name := b.name(topic)
		partitions, err := b.client.Partitions(name)
		if err != nil {
			return nil, err
		}
		return b.ends(name, partitions)
	})
	if err != nil {
		return 0, err
	}
	var m *member
	if !b.join(topic, func(of *member) {
		m = of
		m.purge(1)
	}) {
		return 0, b.usable(ctx, op)
	}
	defer b.running.Done()
	defer m.purge(-1)
	var count int64
	var marks map[*part]int64
	err = m.await(ctx, func() bool {
		if !m.hasAll() { // also those that it had when it was asked may be on their way to others
			return false
		}
		count, marks = m.settleBelow(ends)
		return true
	})
	if err != nil {
		if b.closing.Err() != nil {
			return 0, b.usable(ctx, op)
		}
		return 0, fault.New(op, fault.Timeout, "other processes are handling messages of the topic").Because(err)
	}
	err = m.await(ctx, func() bool {
		for p, end := range marks {
			if known := p.committed.mark(); m.parts[p.id] == p && known.remaining(known.base, end) > p.window.below(end) {
				return false
			}
		}
		return true
	})
	if err != nil {
		return count, b.failed(ctx, op, err)
	}
	return count, nil
}

// settleBelow settles what nobody has in hand below the ends of partitions. It returns how many messages those were, and up to
// where the servers have to know it. It is called with the lock held.
func (m *member) settleBelow(ends map[int32]int64) (count int64, marks map[*part]int64) {
	marks = map[*part]int64{}
	for id, p := range m.parts {
		if p.assigned {
			count += p.window.purge(ends[id])
			marks[p] = ends[id]
			p.fetch.Signal()
		}
	}
	m.dirty = true
	m.notify()
	return count, marks
}

// purge counts those who need all partitions.
func (m *member) purge(n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.purges += n
	m.notify()
}

// await waits until something holds of what the mutex guards.
func (m *member) await(ctx context.Context, holds func() bool) error {
	wake := func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.deliver.Broadcast()
	}
	defer context.AfterFunc(ctx, wake)()
	defer context.AfterFunc(m.b.closing, wake)()
	m.mu.Lock()
	defer m.mu.Unlock()
	for !holds() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := m.b.closing.Err(); err != nil {
			return err
		}
		m.deliver.Wait()
	}
	return nil
}
