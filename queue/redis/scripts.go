package redis

import (
	_ "embed" // the scripts
	"errors"
	"strings"

	"github.com/redis/go-redis/v9"
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

	publishScript = redis.NewScript(publishText)
	serveScript   = redis.NewScript(serveText)
	leaveScript   = redis.NewScript(leaveText)
	stateScript   = redis.NewScript(stateText)
	purgeScript   = redis.NewScript(purgeText)
)

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
