package redisclient

import (
	"context"
	"crypto/sha1" //nolint:gosec // it is the name that servers give to a script
	"encoding/hex"
	"strings"
)

// NewScript returns a Script. Its text is sent to a server once, and then its digest only.
func NewScript(text string) Script {
	digest := sha1.Sum([]byte(text)) //nolint:gosec // see above
	name := hex.EncodeToString(digest[:])
	return func(ctx context.Context, c *Client, keys []string, values ...any) (any, error) {
		command := make(Command, 3, 3+len(keys)+len(values))
		command[0], command[1], command[2] = "EVALSHA", name, len(keys)
		for _, key := range keys {
			command = append(command, key)
		}
		command = append(command, values...)
		answer, err := c.Do(ctx, command...)
		if Says(err, "NOSCRIPT") {
			command[0], command[1] = "EVAL", text
			answer, err = c.Do(ctx, command...)
		}
		return answer, err
	}
}

// Says reports whether an error is the server's answer, and begins with a text.
func Says(err error, prefix string) bool {
	return Answered(err) && strings.HasPrefix(strings.TrimPrefix(err.Error(), "ERR "), prefix)
}
