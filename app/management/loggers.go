package management

import (
	"log/slog"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/platform/logging"
)

// rootLogger is what Spring calls the level of all names without another one.
const rootLogger = "ROOT"

// logLevels lets the endpoint show and change the levels of the log.
func logLevels(levels *logging.Levels) actuator.LogLevels {
	list, groups := func() []actuator.Logger { return loggersOf(levels) }, func() []actuator.LoggerGroup { return loggerGroupsOf(levels) }
	return actuator.LogLevels{Names: levelNames(), List: list, Groups: groups, Set: func(name, level string) error {
		if strings.EqualFold(name, rootLogger) {
			name = logging.Root
		}
		if level == "" {
			levels.Reset(name)
			return nil
		}
		to, _ := logging.ParseLevel(level) // is one of the names
		return levels.Set(name, to)
	}}
}

func loggersOf(levels *logging.Levels) (list []actuator.Logger) {
	for _, l := range levels.All() {
		one := actuator.Logger{Name: l.Name, Effective: upperLevel(l.Effective)}
		if l.Name == logging.Root {
			one.Name = rootLogger
		}
		if l.Own != nil {
			one.Configured = upperLevel(*l.Own)
		}
		list = append(list, one)
	}
	return list
}

func loggerGroupsOf(levels *logging.Levels) (list []actuator.LoggerGroup) {
	for _, g := range levels.Groups() {
		one := actuator.LoggerGroup{Name: g.Name, Members: g.Members}
		if g.Own != nil {
			one.Configured = upperLevel(*g.Own)
		}
		list = append(list, one)
	}
	return list
}

func upperLevel(level slog.Level) string { return strings.ToUpper(logging.LevelName(level)) }

// levelNames returns the names of levels as Spring writes them, the most severe one first.
func levelNames() (names []string) {
	for _, name := range slices.Backward(logging.LevelNames()) {
		names = append(names, strings.ToUpper(name))
	}
	return names
}
