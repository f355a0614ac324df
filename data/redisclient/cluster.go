package redisclient

import (
	"context"
	"errors"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// cluster sends Commands to the servers of a cluster, each to the one that has its key.
type cluster struct {
	options *options

	mu      sync.Mutex
	servers map[string]*pool // by address
	ranges  []slots          // nil if they have to be asked for
	closed  bool
}

// slots are those that one server has.
type slots struct {
	from, to int64
	address  string
}

func newCluster(o *options) *cluster { return &cluster{options: o, servers: map[string]*pool{}} }

// server returns the pool of a server.
func (c *cluster) server(address string) (*pool, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return nil, errClosed
	}
	p := c.servers[address]
	if p == nil {
		p = newPool(c.options, func(ctx context.Context) (*conn, error) { return c.options.dial(ctx, address) })
		c.servers[address] = p
	}
	return p, nil
}

// where returns the address of the server that has a slot; any server's, if that is negative.
func (c *cluster) where(ctx context.Context, slot int64) (string, error) {
	c.mu.Lock()
	ranges := c.ranges
	c.mu.Unlock()
	if ranges == nil {
		var err error
		if ranges, err = c.ask(ctx); err != nil {
			return "", err
		}
	}
	for _, r := range ranges {
		if slot < 0 || slot >= r.from && slot <= r.to {
			return r.address, nil
		}
	}
	c.forget()
	return "", answered("CLUSTERDOWN no server has the slot of the key")
}

// forget lets the next call ask who has which slots.
func (c *cluster) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ranges = nil
}

// ask asks the servers in turn, those of the URL first, who has which slots.
func (c *cluster) ask(ctx context.Context) ([]slots, error) {
	addresses := c.options.Addrs
	c.mu.Lock()
	for address := range c.servers {
		addresses = append(addresses[:len(addresses):len(addresses)], address)
	}
	c.mu.Unlock()
	var failed error
	for _, address := range addresses {
		found, err := c.askOne(ctx, address)
		if err == nil {
			c.learn(found)
			return found, nil
		}
		failed = errors.Join(failed, err)
		if ctx.Err() != nil {
			break
		}
	}
	return nil, failed
}

// learn notes who has which slots, and leaves the servers that have none any more, unless the URL names them.
func (c *cluster) learn(found []slots) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ranges = found
	for address, p := range c.servers {
		has := func(s slots) bool { return s.address == address }
		if !slices.Contains(c.options.Addrs, address) && !slices.ContainsFunc(found, has) {
			delete(c.servers, address)
			p.leave()
		}
	}
}

func (c *cluster) askOne(ctx context.Context, address string) ([]slots, error) {
	p, err := c.server(address)
	if err != nil {
		return nil, err
	}
	answer, err := only(p.do(ctx, Command{"CLUSTER", "SLOTS"}))
	if err != nil {
		return nil, err
	}
	host, _, _ := net.SplitHostPort(address)
	var found []slots
	list, _ := answer.([]any)
	for _, one := range list {
		r, _ := one.([]any)
		if len(r) < 3 {
			return nil, errAnswer
		}
		from, _ := r[0].(int64)
		to, _ := r[1].(int64)
		primary, _ := r[2].([]any)
		if len(primary) < 2 {
			return nil, errAnswer
		}
		name, _ := primary[0].(string)
		port, _ := primary[1].(int64)
		if name == "" || name == "?" { // the server does not know how it is called
			name = host
		}
		found = append(found, slots{from, to, net.JoinHostPort(name, strconv.FormatInt(port, 10))})
	}
	if len(found) == 0 {
		return nil, answered("CLUSTERDOWN the cluster has no slots")
	}
	return found, nil
}

// redirects is how often a server may send a command to another one.
const redirects = 3

// Do implements Commands.
func (c *cluster) Do(ctx context.Context, command ...any) (any, error) {
	address, err := c.where(ctx, slotOf(command))
	for range redirects + 1 {
		if err != nil {
			return nil, err
		}
		var answer any
		answer, err = c.on(ctx, address, command)
		next, asking := c.elsewhere(err, address)
		if next == "" {
			return answer, err
		}
		address = next
		if asking {
			return c.asking(ctx, address, command)
		}
		err = nil
	}
	return nil, errors.New("the servers of the cluster send a command to each other")
}

func (c *cluster) on(ctx context.Context, address string, command Command) (any, error) {
	p, err := c.server(address)
	if err != nil {
		return nil, err
	}
	answer, err := only(p.do(ctx, command))
	if err != nil && !Answered(err) {
		c.forget() // another one may have taken over
	}
	return answer, err
}

// elsewhere returns the address to which an answer sends a command; "" if it does not.
func (c *cluster) elsewhere(err error, from string) (address string, asking bool) {
	if !Answered(err) {
		return "", false
	}
	words := strings.Fields(err.Error())
	if len(words) != 3 || words[0] != "MOVED" && words[0] != "ASK" {
		return "", false
	}
	if words[0] == "MOVED" {
		c.forget()
	}
	host, port, _ := net.SplitHostPort(words[2])
	if host == "" {
		host, _, _ = net.SplitHostPort(from)
	}
	return net.JoinHostPort(host, port), words[0] == "ASK"
}

// asking sends a command to a server that is about to get the slot.
func (c *cluster) asking(ctx context.Context, address string, command Command) (any, error) {
	p, err := c.server(address)
	if err != nil {
		return nil, err
	}
	answers, err := p.do(ctx, Command{"ASKING"}, command)
	if err == nil {
		err = refusal(answers)
	}
	if err != nil {
		return nil, err
	}
	return answers[1], nil
}

// DoAll implements Commands. Those for one server go in one round trip.
func (c *cluster) DoAll(ctx context.Context, commands ...Command) ([]any, error) {
	answers := make([]any, len(commands))
	byServer := map[string][]int{}
	for i, command := range commands {
		address, err := c.where(ctx, slotOf(command))
		if err != nil {
			return nil, err
		}
		byServer[address] = append(byServer[address], i)
	}
	for address, list := range byServer {
		p, err := c.server(address)
		if err != nil {
			return nil, err
		}
		part := make([]Command, len(list))
		for i, at := range list {
			part[i] = commands[at]
		}
		got, err := p.do(ctx, part...)
		if err != nil {
			c.forget()
			return nil, err
		}
		for i, at := range list {
			answers[at] = got[i]
			refused, is := got[i].(answered)
			if !is {
				continue
			}
			if next, _ := c.elsewhere(refused, address); next == "" {
				return nil, refused
			}
			if answers[at], err = c.Do(ctx, commands[at]...); err != nil {
				return nil, err
			}
		}
	}
	return answers, nil
}

// Ping implements Commands.
func (c *cluster) Ping(ctx context.Context) error {
	_, err := c.Do(ctx, "PING")
	return err
}

// Subscription implements Commands. What is published to any server of a cluster comes to all.
func (c *cluster) Subscription(context.Context) Subscription {
	return &subscription{timeout: c.options.Timeout, dial: func(ctx context.Context) (*conn, error) {
		address, err := c.where(ctx, -1)
		if err != nil {
			return nil, err
		}
		made, err := c.options.dial(ctx, address)
		if err != nil {
			c.forget()
		}
		return made, err
	}}
}

// Close implements Commands.
func (c *cluster) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	for _, p := range c.servers {
		p.close()
	}
	return nil
}
