package logging

import (
	"slices"
	"strings"
	"unicode"

	"github.com/fwrun/fwrun/fault"
)

// Root is the name of the level of all that has no other.
const Root = "root"

// The names of what fwrun itself logs.
const (
	Fwrun   = "fwrun"         // starts, reloads, stops
	HTTP    = "fwrun.http"    // requests, and what they failed with
	Engine  = "fwrun.engine"  // compiling, and errors that belong to no request
	Aspects = "fwrun.aspects" // caches and locks that fail beside a call
	MCP     = "fwrun.mcp"     // calls by agents, without what they give and get
	Migrate = "fwrun.migrate" // migrations
	SQL     = "fwrun.sql"     // statements
	Console = "console"       // what scripts write with console
)

// Names lists the names that fwrun itself logs under.
func Names() []string { return []string{Console, Fwrun, Aspects, Engine, HTTP, MCP, Migrate, SQL} }

const maxName = 200 // bytes

// CheckName tells what is wrong with the name of a logger: its parts are separated by dots, and each is a text
// without blanks. Below "fwrun" there are only those of [Names].
func CheckName(name string) error {
	wrong := func(what string) *fault.Error { return fault.New("logging.name", fault.Invalid, what) }
	switch {
	case name == "":
		return wrong("the name of a logger is empty")
	case len(name) > maxName:
		return wrong("the name of a logger is too long").WithHint("use a name of at most 200 bytes")
	case strings.ContainsFunc(name, isNoPart):
		return wrong("the name of a logger has a blank or a control character in it").WithHint("write it as users.UserService")
	case slices.Contains(strings.Split(name, "."), ""):
		return wrong("the name of a logger has an empty part").WithHint("write one dot between two parts: users.UserService")
	}
	if isOwn(name) && !slices.ContainsFunc(Names(), func(own string) bool { return strings.EqualFold(own, name) }) {
		hint := "there are " + strings.Join(Names()[1:], ", ")
		if near := fault.Nearest(name, Names()); near != "" {
			hint = "did you mean " + near + "?"
		}
		return wrong("fwrun has no logger of this name").WithHint(hint)
	}
	return nil
}

func isNoPart(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }

// isOwn tells the names that are fwrun's.
func isOwn(name string) bool {
	first, _, _ := strings.Cut(name, ".")
	return strings.EqualFold(first, Fwrun)
}
