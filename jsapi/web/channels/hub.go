package channels

import (
	"log/slog"
	"slices"
	"sync"
)

// Relay carries messages to other hubs, and from them. Its methods do not wait for anybody.
type Relay interface {
	// Publish sends a message to all other hubs that have subscribed to the name. What cannot be sent now is lost.
	Publish(name string, message []byte)
	// Subscribe calls a function, from any goroutine, with the messages of a name that other hubs send, until end is called.
	Subscribe(name string, receive func(message []byte)) (end func())
}

// Options configure a hub. The zero value is one of this process only.
type Options struct {
	Relay    Relay        // to other hubs; may be nil
	Log      *slog.Logger // of messages that are lost; slog.Default() when nil
	Waiting  int          // most messages that wait for one worker; 1,000 by default
	Bytes    int          // the most bytes that wait for one worker; 16 MiB by default
	Channels int          // the most channels that are open; 10,000 by default
}

// Hub passes messages to the channels of their name. Its methods may be called from any goroutine.
type Hub struct {
	options Options

	mu       sync.Mutex
	channels map[string]map[*channel]bool
	relayed  map[string]func() // ends what the relay delivers, by name
	open     int
	made     int // the number of channels that were ever opened
}

// NewHub returns a hub without channels.
func NewHub(o Options) *Hub {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	for _, field := range []struct {
		value    *int
		fallback int
	}{{&o.Waiting, 1000}, {&o.Bytes, 16 << 20}, {&o.Channels, 10_000}} {
		if *field.value == 0 {
			*field.value = field.fallback
		}
	}
	return &Hub{options: o, channels: map[string]map[*channel]bool{}, relayed: map[string]func(){}}
}

// box returns a mailbox for a worker.
func (h *Hub) box(w worker) *mailbox { return &mailbox{hub: h, worker: w} }

// sweepEvery is the number of channels that are opened from one look for workers that are gone to the next.
const sweepEvery = 64

// join opens a channel; false if there are too many. The channels of workers that are gone make room.
func (h *Hub) join(name string, box *mailbox, receive func(message []byte, done func())) (*channel, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.open >= h.options.Channels || h.made%sweepEvery == 0 {
		h.mu.Unlock()
		h.sweep()
		h.mu.Lock()
	}
	if h.open >= h.options.Channels {
		return nil, false
	}
	h.made++
	c := &channel{name: name, number: h.made, box: box, receive: receive, closed: make(chan struct{})}
	if h.channels[name] == nil {
		h.channels[name] = map[*channel]bool{}
		if h.options.Relay != nil {
			h.relayed[name] = h.options.Relay.Subscribe(name, func(message []byte) { h.deliver(name, message, nil) })
		}
	}
	h.channels[name][c] = true
	h.open++
	return c, true
}

func (h *Hub) leave(c *channel) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.channels[c.name][c] {
		return
	}
	if delete(h.channels[c.name], c); len(h.channels[c.name]) == 0 {
		delete(h.channels, c.name)
		if end := h.relayed[c.name]; end != nil {
			delete(h.relayed, c.name)
			end()
		}
	}
	h.open--
}

// sweep closes the channels of workers that are gone.
func (h *Hub) sweep() {
	boxes := map[*mailbox][]*channel{}
	h.mu.Lock()
	for _, channels := range h.channels {
		for c := range channels {
			boxes[c.box] = append(boxes[c.box], c)
		}
	}
	h.mu.Unlock()
	for box, channels := range boxes {
		if !box.worker.gone() {
			continue
		}
		for _, c := range channels {
			c.close()
		}
	}
}

// publish passes a message to all channels of a name but the one that it comes from, and to other hubs.
func (h *Hub) publish(name string, message []byte, from *channel) {
	h.deliver(name, message, from)
	if h.options.Relay != nil {
		h.options.Relay.Publish(name, message)
	}
}

func (h *Hub) deliver(name string, message []byte, from *channel) {
	h.mu.Lock()
	var to []*channel
	for c := range h.channels[name] {
		if c != from {
			to = append(to, c)
		}
	}
	h.mu.Unlock()
	slices.SortFunc(to, func(a, b *channel) int { return a.number - b.number })
	for _, c := range to {
		c.box.push(delivery{c, message})
	}
}
