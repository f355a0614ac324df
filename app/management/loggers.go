package management

import (
	"slices"
	"strings"

	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/logging"
)

// rootLogger is what Spring calls the level of all names without another one.
const rootLogger = "ROOT"

// logLevels lets the endpoint show and change the levels of the log.
func logLevels(levels *logging.Levels) actuator.LogLevels {
	return actuator.LogLevels{Names: levelNames(), List: func() []actuator.Logger { return loggersOf(levels) }, Set: func(name, level string) error {
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
		one := actuator.Logger{Name: l.Name, Effective: strings.ToUpper(logging.LevelName(l.Effective))}
		if l.Name == logging.Root {
			one.Name = rootLogger
		}
		if l.Own != nil {
			one.Configured = strings.ToUpper(logging.LevelName(*l.Own))
		}
		list = append(list, one)
	}
	return list
}

// levelNames returns the names of levels as Spring writes them, the most severe one first.
func levelNames() (names []string) {
	for _, name := range slices.Backward(logging.LevelNames()) {
		names = append(names, strings.ToUpper(name))
	}
	return names
}
