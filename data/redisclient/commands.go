package redisclient

import "context"

// Command is the name of a command of Redis, and its arguments: texts, bytes and numbers.
type Command []any

// Do sends a command and returns the server's answer: a string, an int64, a list of answers, or nil for what does not exist.
func (c *Client) Do(ctx context.Context, command ...any) (answer any, err error) {
	return c.server.do(ctx, command)
}

// DoAll sends several commands in one round trip, and returns the answer to each.
func (c *Client) DoAll(ctx context.Context, commands ...Command) (answers []any, err error) {
	return c.server.doAll(ctx, commands)
}

// Ping checks that the server answers.
func (c *Client) Ping(ctx context.Context) error { return c.server.ping(ctx) }

// Script is a script in Lua that the server runs as one command.
type Script struct {
	run func(ctx context.Context, c *Client, keys []string, values []any) (any, error)
}

// NewScript returns a Script. Its text is sent to a server once, and then its digest only.
func NewScript(text string) Script { return Script{newScript(text)} }

// Run runs the script on keys, which have to be on the same server of a cluster. What it returns is as that of [Client.Do];
// false of Lua is nil.
func (s Script) Run(ctx context.Context, c *Client, keys []string, values ...any) (any, error) {
	return s.run(ctx, c, keys, values)
}
