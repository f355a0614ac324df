package redisclient

import (
	"context"
	"errors"
	"net"
)

// server sends Commands to one server.
type server struct{ *pool }

// newServer returns what sends Commands to the server of a URL, or to the primary that its Sentinels name.
func newServer(o *options) server {
	if o.MasterName != "" {
		return server{newPool(o, o.dialPrimary)}
	}
	return server{newPool(o, func(ctx context.Context) (*conn, error) { return o.dial(ctx, o.Addrs[0]) })}
}

// dialPrimary asks the Sentinels for the primary each time, so that it is found after it has changed.
func (o *options) dialPrimary(ctx context.Context) (*conn, error) {
	var failed error
	for _, sentinel := range o.Addrs {
		address, err := o.askSentinel(ctx, sentinel)
		if err == nil {
			var c *conn
			if c, err = o.dial(ctx, address); err == nil {
				if err = o.checkPrimary(ctx, c); err == nil {
					return c, nil
				}
				_ = c.Close()
			}
		}
		failed = errors.Join(failed, err)
	}
	return nil, failed
}

func (o *options) askSentinel(ctx context.Context, sentinel string) (string, error) {
	c, err := o.connect(ctx, sentinel)
	if err != nil {
		return "", err
	}
	defer func() { _ = c.Close() }()
	answers, err := c.do(ctx, o.Timeout, Command{"SENTINEL", "get-master-addr-by-name", o.MasterName})
	if err != nil {
		return "", err
	}
	if err := refusal(answers); err != nil {
		return "", err
	}
	place, _ := answers[0].([]any)
	if len(place) != 2 {
		return "", errors.New("the Sentinel knows no primary of this name")
	}
	host, _ := place[0].(string)
	port, _ := place[1].(string)
	return net.JoinHostPort(host, port), nil
}

// checkPrimary returns an error if a server says that it is no primary: a Sentinel may not know yet.
func (o *options) checkPrimary(ctx context.Context, c *conn) error {
	answers, err := c.do(ctx, o.Timeout, Command{"ROLE"})
	if err != nil {
		return err
	}
	if role, _ := answers[0].([]any); len(role) > 0 && role[0] != "master" {
		return answered("READONLY the server that the Sentinels name is a replica")
	}
	return nil // or the user may not ask
}

// Do implements Commands.
func (s server) Do(ctx context.Context, command ...any) (any, error) {
	return only(s.do(ctx, command))
}

// only returns the answer to one command.
func only(answers []any, err error) (any, error) {
	if err == nil {
		err = refusal(answers)
	}
	if err != nil {
		return nil, err
	}
	return answers[0], nil
}

// DoAll implements Commands.
func (s server) DoAll(ctx context.Context, commands ...Command) ([]any, error) {
	answers, err := s.do(ctx, commands...)
	if err == nil {
		err = refusal(answers)
	}
	if err != nil {
		return nil, err
	}
	return answers, nil
}

// Ping implements Commands.
func (s server) Ping(ctx context.Context) error {
	_, err := s.Do(ctx, "PING")
	return err
}

// Subscription implements Commands.
func (s server) Subscription(context.Context) Subscription {
	return &subscription{dial: s.dial, timeout: s.wait}
}

// Close implements Commands.
func (s server) Close() error {
	s.close()
	return nil
}
