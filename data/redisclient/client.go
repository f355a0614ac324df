package redisclient

import (
	"context"
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

// Client is a pool of connections to one server, or to the servers of a cluster.
type Client struct {
	Commands
	what     string // "the cache", the name in errors
	password string // must not appear in any message
}

// Open returns a client for a URL, after checking once that the server answers and accepts the
// credentials. Errors call the server what, for example "the cache".
func Open(ctx context.Context, what, url string) (*Client, error) {
	o, err := parse(what, url)
	if err != nil {
		return nil, err
	}
	c := &Client{newServer(o), what, o.Password}
	if len(o.Addrs) > 1 && o.MasterName == "" {
		c.Commands = newCluster(o)
	}
	if err := c.Ping(ctx); err != nil {
		_ = c.Close()
		return nil, c.Failure(ctx, "redis.open", err)
	}
	return c, nil
}

// CheckURL returns an error, which contains no part of the URL, unless Open would know what to connect to.
func CheckURL(what, url string) error {
	_, err := parse(what, url)
	return err
}

// CheckPrefix returns an error unless keys may begin with prefix. Braces would decide which
// server of a cluster has a key, but keys that belong together have to be on the same server.
func CheckPrefix(op, prefix string) error {
	if strings.ContainsAny(prefix, "{}") {
		return fault.New(op, fault.Internal, "the prefix of the keys in Redis contains { or }").
			WithHint("write it without braces, such as shop:")
	}
	return nil
}
