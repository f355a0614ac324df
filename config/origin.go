package config

import "github.com/fwrun/fwrun/fault"

// OriginKind tells the sources of properties apart.
type OriginKind uint8

// The sources, each winning over those before it.
const (
	FromDefault OriginKind = iota
	FromFile
	FromCommand
	FromScript
	FromEnvironment
	FromFlag
)

// Origin is where a value was written.
type Origin struct {
	Kind  OriginKind
	Place fault.Place // FromFile: where the value begins; FromCommand, FromScript: where that is declared
	Name  string      // FromEnvironment: the variable; FromFlag: the flag without dashes; FromCommand: its first word; FromScript: its file
}

// String says it for a person: "config/application.yml:3:9",
// "command vault-read", "script vault.js", "environment SERVER_PORT", "flag --port" or "default".
func (o Origin) String() string {
	switch o.Kind {
	case FromFile:
		return o.Place.String()
	case FromCommand:
		return "command " + o.Name
	case FromScript:
		return "script " + o.Name
	case FromEnvironment:
		return "environment " + o.Name
	case FromFlag:
		return "flag --" + o.Name
	default:
		return "default"
	}
}

// subject begins a sentence about a value from here; what has a place is shown with it.
func (o Origin) subject() string {
	if o.Kind == FromFile {
		return "this line"
	}
	return o.String()
}

// CodeFlag is the code of what is wrong with a flag, whatever it is: who typed it is there
// to mend it.
const CodeFlag = "config-flag"

// code is that of a problem with a value from here.
func (o Origin) code(otherwise string) string {
	if o.Kind == FromFlag {
		return CodeFlag
	}
	return otherwise
}
