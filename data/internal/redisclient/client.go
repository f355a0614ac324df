package redisclient

import (
	"context"
	"strings"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"

	"github.com/fwrun/fwrun/fault"
)

// Client is a pool of connections to one server, or to the servers of a cluster.
type Client struct {
	redis.UniversalClient
	what     string // "the cache", as errors call it
	password string // what no message may show
}

// Open makes a client of a URL and asks the server once whether it is there and lets us in.
// Errors call it what, "the cache" for example.
func Open(ctx context.Context, what, url string) (*Client, error) {
	o, err := parse(what, url)
	if err != nil {
		return nil, err
	}
	// What the library would write to the process' stderr, our errors say.
	redis.SetLogger(silent{})
	c := &Client{redis.NewUniversalClient(failFast(o)), what, o.Password}
	if err := c.Ping(ctx).Err(); err != nil {
		_ = c.Close()
		return nil, c.Failure(ctx, "redis.open", err)
	}
	return c, nil
}

type silent struct{}

func (silent) Printf(context.Context, string, ...any) {}

// failFast sets what is the same for every URL. The library would dial five times and send a
// command four times; a command that was sent may have done its work.
func failFast(o *redis.UniversalOptions) *redis.UniversalOptions {
	o.MaxRetries = -1
	o.DialerRetries = 1
	o.ContextTimeoutEnabled = true
	o.DisableIdentity = true // CLIENT SETINFO, which older servers do not know
	o.PipelinePoolSize = -1  // the connections that pool_size says, and no more
	o.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
	return o
}

// CheckPrefix says whether keys may begin so. Braces would decide which server of a cluster
// has a key; what belongs together has to be on one.
func CheckPrefix(op, prefix string) error {
	if strings.ContainsAny(prefix, "{}") {
		return fault.New(op, fault.Internal, "the prefix of the keys in Redis is not usable").
			WithHint("write one without { and }, like shop:")
	}
	return nil
}
