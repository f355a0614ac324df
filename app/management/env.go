package management

import (
	"fmt"
	"os"
	"strconv"

	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/platform/config"
)

// environmentOf returns the properties by their sources, with secrets masked.
func environmentOf(props *config.Properties) actuator.Environment {
	e := actuator.Environment{Profiles: props.Profiles()}
	for _, s := range props.Sources() {
		one := actuator.PropertySource{Name: nameOfSource(s), Same: config.SameKey}
		if s.Kind == config.FromEnvironment {
			one.Same = config.SpellsKey
		}
		for _, p := range s.Properties {
			one.Properties = append(one.Properties, actuator.Property{Key: p.Key, Value: p.Value, Origin: originText(p.Origin)})
		}
		e.Sources = append(e.Sources, one)
		if s.Kind == config.FromFlag {
			e.Sources = append(e.Sources, processSource())
		}
	}
	return e
}

// processSource has what Spring Boot knows of a process as system properties, as far as its tools ask for it.
func processSource() actuator.PropertySource {
	return actuator.PropertySource{
		Name: "systemProperties", Properties: []actuator.Property{{Key: "PID", Value: strconv.Itoa(os.Getpid())}},
	}
}

// nameOfSource returns the name of a source, with the words of Spring Boot where it has the like.
func nameOfSource(s config.Source) string {
	switch s.Kind {
	case config.FromFlag:
		return "commandLineArgs"
	case config.FromEnvironment:
		return "systemEnvironment"
	case config.FromCommand:
		return fmt.Sprintf("Property source '%s' (command)", s.Name)
	case config.FromScript:
		return fmt.Sprintf("Property source '%s' (script)", s.Name)
	case config.FromDefault:
		return "defaultProperties"
	}
	if s.Declared {
		return fmt.Sprintf("Property source '%s'", s.Name)
	}
	return fmt.Sprintf("Config resource 'file [%s]'", s.Name)
}

// originText returns where a property comes from, with the words of Spring Boot.
func originText(o config.Origin) string {
	switch o.Kind {
	case config.FromEnvironment:
		return fmt.Sprintf("System Environment Property %q", o.Name)
	case config.FromFile:
		return fmt.Sprintf("file [%s] - %d:%d", o.Place.File, o.Place.Line, o.Place.Col)
	case config.FromFlag:
		return fmt.Sprintf("%q from property source \"commandLineArgs\"", o.Name)
	case config.FromDefault:
		return ""
	}
	return o.String()
}
