package manifest

import (
	"slices"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/schema"
	"github.com/fwrun/fwrun/source"
)

// Input is what a manifest is made from.
type Input struct {
	Project      *source.Project
	Scan         []string // files whose classes and functions count; others are only imported
	Types        *schema.Resolver
	Declarations []Declaration
	HostBeans    []HostBean
	Profiles     []string // that are active

	// Expand resolves the placeholders of a text. A reference to a key that does not
	// exist and has no default is reported as missing.
	Expand func(text string, place fault.Place) (value any, missing bool, problem *fault.Diagnostic)

	// Section gives what is configured below a prefix, for somebody who reads these keys there.
	// Without it nothing is.
	Section func(prefix string, keys []schema.SettingKey) (schema.Setting, fault.List)

	// Agents says how the application is offered to them.
	Agents Agents

	// Incomplete: not all of the configuration is known, so that nothing is missed in it.
	Incomplete bool
}

// Source is what an application declares: its decorators joined with the classes and functions of the source.
type Source struct {
	Input
	problems   fault.List
	decorators map[string]Decorator // the listing by name
	classes    map[Ref]*declared
	functions  map[Ref]*declared
	ordered    []*declared           // classes and functions in order of declaration
	checked    map[*Declaration]bool // the constraints that something is held against

	// What the domains tell each other.
	beans   []*Bean                       // in order of declaration
	makers  map[*Bean]*declared           // of the Produced ones: the class that has the method, the configuration's or a base of it
	leftOut map[*declared]bool            // the classes that a condition has kept from being beans
	misread map[*Handler]fault.Diagnostic // what is wrong with the type of a result that is written
}

// newSource joins the declarations with the source. The listing is that of all decorators there are.
func newSource(in Input, listing []Decorator) *Source {
	src := &Source{
		Input: in, decorators: map[string]Decorator{}, classes: map[Ref]*declared{}, functions: map[Ref]*declared{},
		checked: map[*Declaration]bool{}, makers: map[*Bean]*declared{}, leftOut: map[*declared]bool{}, misread: map[*Handler]fault.Diagnostic{},
	}
	for _, d := range listing {
		src.decorators[d.Name] = d
	}
	src.decorators[schema.OwnConstraint] = OwnConstraint()
	src.hidden()
	src.collect()
	src.plainRepositories()
	return src
}

// mistakes returns all that were reported, sorted by place.
func (src *Source) mistakes() fault.List {
	src.problems.Sort()
	src.problems = slices.CompactFunc(src.problems, sameProblem)
	return src.problems
}

// sameProblem: what several beans inherit is found wrong once for each of them.
func sameProblem(x, y fault.Diagnostic) bool {
	return x.Place == y.Place && x.Code == y.Code && x.Message == y.Message
}
