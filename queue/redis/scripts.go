package redis

import (
	"context"
	_ "embed" // the scripts
	"errors"
	"strings"

	"github.com/fwrun/fwrun/data/redisclient"
)

var (
	//go:embed scripts/publish.lua
	publishText string
	//go:embed scripts/serve.lua
	serveText string
	//go:embed scripts/leave.lua
	leaveText string
	//go:embed scripts/state.lua
	stateText string
	//go:embed scripts/purge.lua
	purgeText string

	publishScript = redisclient.NewScript(publishText)
	serveScript   = redisclient.NewScript(serveText)
	leaveScript   = redisclient.NewScript(leaveText)
	stateScript   = redisclient.NewScript(stateText)
	purgeScript   = redisclient.NewScript(purgeText)
)

// run runs a script that returns a list, or nothing.
func (b *Broker) run(ctx context.Context, script redisclient.Script, keys []string, values ...any) ([]any, error) {
	answer, err := script(ctx, b.client, keys, values...)
	list, _ := answer.([]any)
	return list, err
}

// unexpected returns err, or an error for a reply of another form than the script's.
func unexpected(err error) error {
	if err == nil {
		err = errors.New("the server's reply has another form than was expected")
	}
	return err
}

// noGroup reports whether an error says that there is no such stream, or no group of fwrun's. Within a script it has text
// around it.
func noGroup(err error) bool { return err != nil && strings.Contains(err.Error(), "NOGROUP") }
