package logging

import (
	"slices"
	"strings"
	"unicode"

	"github.com/fwrun/fwrun/platform/fault"
)

// Root is the name whose level applies to all names without another level.
const Root = "root"

// The names of fwrun's own loggers.
const (
	Fwrun   = "fwrun"         // starts, reloads, stops
	HTTP    = "fwrun.http"    // requests, and the errors with which they failed
	Engine  = "fwrun.engine"  // compiling, and errors that do not belong to a request
	Aspects = "fwrun.aspects" // caches and locks that fail although the call itself succeeds
	MCP     = "fwrun.mcp"     // calls by agents, without arguments and results
	Migrate = "fwrun.migrate" // migrations
	SQL     = "fwrun.sql"     // statements: slow ones, and as debug all of them
	Queue   = "fwrun.queue"   // messages whose listeners failed, and brokers that are lost

	Security = "fwrun.security" // who has logged in, and what was refused
	Console  = "console"        // output of scripts with console
)

// Names returns the names of fwrun's own loggers.
func Names() []string {
	return []string{Console, Fwrun, Aspects, Engine, HTTP, MCP, Migrate, Queue, Security, SQL}
}

const maxName = 200 // bytes

// CheckName returns an error if the name of a logger is not valid. Its parts are separated by dots, and no
// part is empty or contains blanks. Below "fwrun" only the names of [Names] are valid.
func CheckName(name string) error {
	wrong := func(what string) *fault.Error { return fault.New("logging.name", fault.Invalid, what) }
	switch {
	case name == "":
		return wrong("the name of a logger is empty")
	case len(name) > maxName:
		return wrong("the name of a logger is too long").WithHint("use a name of at most 200 bytes")
	case strings.ContainsFunc(name, isNoPart):
		return wrong("the name of a logger contains a blank or a control character").WithHint("write it as users.UserService")
	case slices.Contains(strings.Split(name, "."), ""):
		return wrong("the name of a logger has an empty part").WithHint("write one dot between two parts: users.UserService")
	}
	if isOwn(name) && !slices.ContainsFunc(Names(), func(own string) bool { return strings.EqualFold(own, name) }) {
		hint := "the loggers of fwrun are " + strings.Join(Names()[1:], ", ")
		if near := fault.Nearest(name, Names()); near != "" {
			hint = "did you mean " + near + "?"
		}
		return wrong("fwrun has no logger with this name").WithHint(hint)
	}
	return nil
}

func isNoPart(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }

// isOwn reports whether a name is reserved for fwrun.
func isOwn(name string) bool {
	first, _, _ := strings.Cut(name, ".")
	return strings.EqualFold(first, Fwrun)
}
