package actuator

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

// Logger is a name under which something is logged, with its level.
type Logger struct {
	Name       string // "ROOT" for the level of all others
	Configured string // its own level, such as "DEBUG"; empty if it follows a name above it
	Effective  string
}

// LoggerGroup is several loggers whose level is set by one name.
type LoggerGroup struct {
	Name       string
	Configured string // what it was set to; empty if that was nothing
	Members    []string
}

// LogLevels are the levels of a log, which can be changed while it is written.
type LogLevels struct {
	Names  []string // the levels, the most severe one first
	List   func() []Logger
	Groups func() []LoggerGroup
	// Set changes the level of a name, or of a group; an empty level takes the change back. The error is of kind Invalid for a name that cannot
	// be one.
	Set func(name, level string) error
}

// loggerBody is the largest body of a change.
const loggerBody = 4 << 10

// Loggers returns the endpoint that shows and changes the levels of loggers.
func Loggers(levels LogLevels) Endpoint {
	return Endpoint{ID: "loggers", Operations: []Operation{
		Get("", levels.all),
		{Method: "POST", Selector: "name", Body: loggerBody, Do: levels.change},
		Get("name", levels.one),
	}}
}

type loggerLevels struct {
	Configured string `json:"configuredLevel,omitempty"`
	Effective  string `json:"effectiveLevel"`
}

type groupLevels struct {
	Configured string   `json:"configuredLevel,omitempty"`
	Members    []string `json:"members"`
}

func (l LogLevels) all(*Request) (Answer, error) {
	loggers := map[string]loggerLevels{}
	for _, one := range l.List() {
		loggers[one.Name] = loggerLevels{one.Configured, one.Effective}
	}
	groups := map[string]groupLevels{}
	for _, one := range l.Groups() {
		groups[one.Name] = groupLevels{one.Configured, one.Members}
	}
	return OK(struct {
		Levels  []string                `json:"levels"`
		Loggers map[string]loggerLevels `json:"loggers"`
		Groups  map[string]groupLevels  `json:"groups"` // Spring Boot Admin fails without it
	}{l.Names, loggers, groups})
}

func (l LogLevels) one(r *Request) (Answer, error) {
	for _, one := range l.Groups() {
		if strings.EqualFold(one.Name, r.Selector) {
			return OK(groupLevels{one.Configured, one.Members})
		}
	}
	for _, one := range l.List() {
		if strings.EqualFold(one.Name, r.Selector) {
			return OK(loggerLevels{one.Configured, one.Effective})
		}
	}
	return Answer{}, unknown("logger")
}

// change sets the level that the body names, or takes it back if the body has none.
func (l LogLevels) change(r *Request) (Answer, error) {
	var wanted struct {
		Level *string `json:"configuredLevel"`
	}
	if len(r.Body) > 0 {
		if err := json.Unmarshal(r.Body, &wanted); err != nil {
			return Answer{}, invalid(`the body must be an object such as {"configuredLevel": "DEBUG"}`)
		}
	}
	level := ""
	if wanted.Level != nil {
		if level = strings.ToUpper(*wanted.Level); !slices.Contains(l.Names, level) {
			return Answer{}, invalid("there is no such level; choose one of " + strings.Join(l.Names, ", "))
		}
	}
	return Answer{}, l.Set(r.Selector, level)
}

// unknown returns the error that there is no thing of the name that was asked for.
func unknown(what string) error {
	return fault.New("actuator", fault.NotFound, "there is no such "+what)
}

func invalid(why string) error { return fault.New("actuator", fault.Invalid, why) }
