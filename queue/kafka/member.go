package kafka

import (
	"context"
	"slices"
	"sync"
	"time"
)

// member is this process in the group of a topic: its subscriptions, and the partitions that they get messages of.
type member struct {
	b     *Broker
	topic string // as the port names it
	name  string // on the servers
	group string
	wake  chan struct{} // has a token when the session has something to do

	mu      sync.Mutex
	deliver *sync.Cond      // there may be something to deliver
	subs    []*delivery     // in the order in which they began, also those that ended, with messages in hand
	parts   map[int32]*part // that were assigned, and not given up yet
	purges  int             // that need all partitions
	total   int             // of partitions
	heard   time.Time       // when the servers knew this process
	dirty   bool            // something was settled, and the session knows
	moving  bool            // others are to have partitions, or subscriptions have ended
}

func newMember(b *Broker, topic string) *member {
	m := &member{
		b: b, topic: topic, name: b.name(topic), group: b.group(topic), wake: make(chan struct{}, 1), parts: map[int32]*part{},
	}
	m.deliver = sync.NewCond(&m.mu)
	return m
}

// part is a partition that this process has.
type part struct {
	member     *member
	id         int32
	window     *window
	fetch      *sync.Cond // there may be room for more
	generation int32      // of the group, that gave it to this process
	committed  commit     // what the servers know
	cleaned    int64      // up to where records were removed
	plain      bool       // what is committed has no text

	assigned bool          // messages may be delivered
	leaving  chan struct{} // closed when it is not assigned any more
	left     time.Time     // when that was
	kept     bool          // others wait too long for it: it is kept until nothing is in hand
	stop     context.CancelFunc
}

// notify lets the session look at what has changed. It is called with the lock held or not.
func (m *member) notify() {
	select {
	case m.wake <- struct{}{}:
	default:
	}
}

// subscribe adds a subscription.
func (m *member) subscribe(d *delivery) {
	m.mu.Lock()
	defer m.mu.Unlock()
	d.member = m
	m.subs = append(m.subs, d)
	m.notify()
}

// tidy removes subscriptions that have ended. It is called with the lock held, after anything has changed. The session looks at
// that after a moment, unless others wait.
func (m *member) tidy() {
	m.subs = slices.DeleteFunc(m.subs, func(d *delivery) bool { return d.ended && d.inHand == 0 })
	m.deliver.Broadcast()
	if !m.dirty || len(m.subs) == 0 || m.moving {
		m.dirty = true
		m.notify()
	}
}

// isTurn reports whether a subscription may deliver: of those that are exclusive only the first.
func (m *member) isTurn(d *delivery) bool {
	if !d.options.Exclusive {
		return true
	}
	i := slices.IndexFunc(m.subs, func(d *delivery) bool { return d.options.Exclusive })
	return m.subs[i] == d
}

// choose returns the message that waits for longest, or nil. If the servers have not heard from this process, they may have given
// its partitions to others.
func (m *member) choose() (best *part, oldest *item) {
	if time.Since(m.heard) >= m.b.options.SessionTimeout {
		return nil, nil
	}
	for _, p := range m.parts {
		if !p.assigned {
			continue
		}
		if i := p.window.peek(); i != nil && (oldest == nil || i.sent.Before(oldest.sent)) {
			best, oldest = p, i
		}
	}
	return best, oldest
}

// claim returns what the group is to know of this process.
func (m *member) claim() claim {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := claim{Exclusive: true, Has: map[int32]int32{}}
	for _, d := range m.subs {
		if !d.ended {
			c.Wants = true
			c.Exclusive = c.Exclusive && d.options.Exclusive
		}
	}
	c.Exclusive = c.Exclusive && c.Wants
	for id, p := range m.parts {
		c.Has[id] = p.generation
		if p.kept && c.Wants {
			c.Keeps = append(c.Keeps, id)
		}
	}
	c.All = m.purges > 0
	return c
}

// hasAll reports whether all partitions are assigned to this process.
func (m *member) hasAll() bool {
	n := 0
	for _, p := range m.parts {
		if p.assigned {
			n++
		}
	}
	return m.total > 0 && n == m.total
}

// unused reports whether nobody needs this process in the group.
func (m *member) unused() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.subs) == 0 && m.purges == 0
}

// end stops what is left when the group was left.
func (m *member) end() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, p := range m.parts {
		p.leave()
	}
}

// reconsider decides which partitions are kept, since what is in hand of them takes long: nothing else of them would be delivered
// until then. It reports whether the group has to know.
func (m *member) reconsider() (changed bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, p := range m.parts {
		busy := p.window.counts[held] > 0
		switch {
		case p.kept && !busy:
			p.kept, changed = false, true
		case !p.kept && busy && !p.assigned && time.Since(p.left) > m.b.drainFor:
			p.kept, changed = true, true
		}
	}
	return changed && slices.ContainsFunc(m.subs, func(d *delivery) bool { return !d.ended })
}

// drained returns the partitions that others are to have, if nothing of them is in hand any more.
func (m *member) drained() (list []*part) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, p := range m.parts {
		if !p.assigned && p.window.counts[held] == 0 {
			list = append(list, p)
		}
	}
	return list
}

// idle reports whether nobody needs this process in the group, and lets the next subscription begin with another member.
func (m *member) idle() bool {
	m.b.mu.Lock()
	defer m.b.mu.Unlock()
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.subs) > 0 || m.purges > 0 {
		return false
	}
	if m.b.members[m.topic] == m {
		delete(m.b.members, m.topic)
	}
	return true
}

// assign makes the partitions of a generation those that are delivered. Messages in hand of others stay so.
func (m *member) assign(generation int32, total int, assigned map[int32]commit) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.total = total
	m.moving = false
	for id, p := range m.parts {
		if _, stays := assigned[id]; !stays {
			p.leave()
		}
	}
	for id, c := range assigned {
		p := m.parts[id]
		if p == nil || !c.same(p.committed) && c.process != m.b.process {
			if p != nil {
				p.leave() // another process had it meanwhile: what is in hand here is delivered again
			}
			p = &part{member: m, id: id, window: newWindow(c.mark()), fetch: sync.NewCond(&m.mu), committed: c}
			m.parts[id] = p
		}
		p.generation = generation
		p.enter()
	}
	m.deliver.Broadcast()
}

// leave ends the delivery of a partition.
func (p *part) leave() {
	if p.assigned {
		p.assigned, p.member.moving, p.left = false, true, time.Now()
		close(p.leaving)
		p.stop()
		p.fetch.Broadcast()
	}
}

// enter begins the delivery of a partition.
func (p *part) enter() {
	if p.assigned {
		return
	}
	p.assigned, p.leaving = true, make(chan struct{})
	var ctx context.Context
	ctx, p.stop = context.WithCancel(p.member.b.closing)
	context.AfterFunc(ctx, func() {
		p.member.mu.Lock()
		defer p.member.mu.Unlock()
		p.fetch.Broadcast()
	})
	p.member.b.running.Add(1)
	go p.run(ctx)
}
