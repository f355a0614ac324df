package config

import "github.com/fwrun/fwrun/platform/fault"

// OriginKind is the kind of source that a property comes from.
type OriginKind uint8

// The sources, in ascending order of precedence.
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
	Place fault.Place // FromFile: where the value begins; FromCommand, FromScript: where the source is declared
	Name  string      // FromEnvironment: the variable; FromFlag: the flag without dashes; FromCommand: its first word; FromScript: its file
}

// String returns the origin in readable form: "config/application.yml:3:9", "command vault-read",
// "script vault.js", "environment SERVER_PORT", "flag --port" or "default".
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

// subject returns the subject of a sentence about a value of this origin; a value with a place is
// shown with it.
func (o Origin) subject() string {
	if o.Kind == FromFile {
		return "this line"
	}
	return o.String()
}

// CodeFlag is the code of every problem with a flag: the person who typed the flag can correct it
// at once.
const CodeFlag = "config-flag"

// code returns the code of a problem with a value of this origin.
func (o Origin) code(otherwise string) string {
	if o.Kind == FromFlag {
		return CodeFlag
	}
	return otherwise
}

// String returns the name of the kind.
func (k OriginKind) String() string {
	return [...]string{"default", "file", "command", "script", "environment", "flag"}[k]
}
