package config

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// Type is the type of a documented key's value.
type Type string

// The types, each with the getter of Reader for it.
const (
	TypeText     Type = "text"     // String
	TypeInt      Type = "integer"  // Int
	TypeNumber   Type = "number"   // Float
	TypeBool     Type = "boolean"  // Bool
	TypeDuration Type = "duration" // Duration; a number without a unit is in seconds
	TypeSize     Type = "size"     // Size; a number without a unit is in bytes
	TypeList     Type = "list"     // Strings
	TypeMap      Type = "section"  // Under, Names, Value.Any
)

// Effect says when a changed value of a key takes effect.
type Effect int

// The effects.
const (
	OnReload  Effect = iota // at the next reload
	OnRestart               // when the process is started again
)

func (e Effect) String() string { return [...]string{"reload", "restart"}[e] }

// Key is one key of the framework: what is known of it is said here, and nowhere else.
type Key struct {
	// Name is the canonical spelling; [] means every position of a list, * every name of a section.
	Name string
	Type Type
	// Default is the value as it would be written in the file; empty if there is none. It is a property of the lowest precedence,
	// unless it is that of a list or below [] or *, or Apart.
	Default string
	// Apart is for keys of sections that do something when they are there.
	Apart bool
	// Otherwise says what holds when the key is not set, if that is not a text that could be written: "the number of processors when not
	// set". Who reads the key hands the value over.
	Otherwise string
	// Min and Max are bounds of a number, a duration or a size, as they would be written.
	Min, Max string
	// Choices are the only texts that the key takes, in upper or lower case.
	Choices []string
	// Each are the keys below each name of a section, which Doc describes; one without a name is for the name's own value.
	Each []Key
	// Effect says when a changed value takes effect.
	Effect Effect
	// Secret values are not shown. Of other keys their names decide that.
	Secret bool
	// File is for names of files and folders, which are relative to the folder of the application.
	File bool
	// Flag is the flag that sets the key, without dashes; empty if only --<name> does.
	Flag string
	// Doc says what the key means, without its default.
	Doc string
	// Since is the release that introduced the key. A key that does not say it came with firstRelease.
	Since string
}

// Meaning says what the key means, and what holds when it is not set, unless that is a property.
func (k Key) Meaning() string {
	switch {
	case k.Otherwise != "":
		return k.Doc + "; " + k.Otherwise
	case k.Default != "" && k.isApart():
		return k.Doc + "; " + k.Default + " when not set"
	}
	return k.Doc
}

// Standard is the default if it is a property, as it would be written in the file.
func (k Key) Standard() string {
	if k.isApart() {
		return ""
	}
	return k.Default
}

func (k Key) isApart() bool {
	return k.Apart || k.Type == TypeList || strings.ContainsAny(k.Name, "[*")
}

// firstRelease is the release with which the keys begin. A key that comes later needs a release of its own.
const firstRelease = "0.9.0"

// Keys returns all keys that the framework reads, in the order of the documentation.
func Keys() []Key { return slices.Clone(keys()) }

// keys are the same, listed once: each start reads them several times.
var keys = sync.OnceValue(func() []Key {
	list := slices.Concat(
		listenKeys, limitKeys, applicationKeys, agentKeys, loggingKeys, sqlKeys, migrationKeys, sourceKeys, dataKeys, searchKeys, aspectKeys,
		queueKeys, broadcastKeys, imageKeys, httpKeys, httpClientKeys, managementKeys, endpointKeys(), healthKeys, indicatorKeys(),
		telemetryKeys, devtoolsKeys, securityKeys, openAPIKeys, coverageKeys,
	)
	for i := range list {
		list[i].Since = cmp.Or(list[i].Since, firstRelease)
	}
	return list
})

// defaults returns the tree of all documented defaults.
func defaults() *node {
	var list []standard
	for _, k := range keys() {
		if text := k.Standard(); text != "" {
			list = append(list, standard{splitKey(k.Name), literalScalar(text, Origin{})})
		}
	}
	return treeOf(list)
}

// standard is a default and the rest of its key.
type standard struct {
	path  []segment
	value *node
}

// treeOf returns the tree of defaults whose keys begin alike.
func treeOf(list []standard) *node {
	if len(list) == 1 && len(list[0].path) == 0 {
		return list[0].value
	}
	var fields []field
	below := map[string][]standard{}
	for _, one := range list {
		name := one.path[0].name
		if len(below[fold(name)]) == 0 {
			fields = append(fields, field{name: name})
		}
		below[fold(name)] = append(below[fold(name)], standard{one.path[1:], one.value})
	}
	for i := range fields {
		fields[i].value = treeOf(below[fold(fields[i].name)])
	}
	return newMap(fields, Origin{})
}

// flagName returns the flag that sets a key.
func flagName(key string) string {
	for _, k := range keys() {
		if k.Flag != "" && foldKey(k.Name) == foldKey(key) {
			return k.Flag
		}
	}
	return key
}

// foldKey returns the form in which whole keys are compared.
func foldKey(key string) string {
	segments := splitKey(key)
	names := make([]string, len(segments))
	for i, s := range segments {
		names[i] = fold(s.name)
	}
	return strings.Join(names, "\x00")
}
