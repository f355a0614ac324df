package declared

import (
	"slices"

	"github.com/fwrun/fwrun/engine/manifest"
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
	HostBeans    []manifest.HostBean
	Profiles     []string // that are active

	// Expand resolves the placeholders of a text. A reference to a key that does not
	// exist and has no default is reported as missing.
	Expand func(text string, place fault.Place) (value any, missing bool, problem *fault.Diagnostic)

	// Section gives what is configured below a prefix, for somebody who reads these keys there.
	// Without it nothing is.
	Section func(prefix string, keys []schema.SettingKey) (schema.Setting, fault.List)

	// Agents says how the application is offered to them.
	Agents manifest.Agents

	// Incomplete: not all of the configuration is known, so that nothing is missed in it.
	Incomplete bool
}

// Source is what an application declares: its decorators joined with the classes and functions of the source.
type Source struct {
	Input
	Problems   fault.List
	Decorators map[string]Decorator // the listing by name
	Classes    map[manifest.Ref]*Owner
	functions  map[manifest.Ref]*Owner
	Ordered    []*Owner              // classes and functions in order of declaration
	Checked    map[*Declaration]bool // the constraints that something is held against

	// What the domains tell each other.
	Beans   []*manifest.Bean                       // in order of declaration
	Makers  map[*manifest.Bean]*Owner              // of the Produced ones: the class that has the method, the configuration's or a base of it
	LeftOut map[*Owner]bool                        // the classes that a condition has kept from being beans
	Misread map[*manifest.Handler]fault.Diagnostic // what is wrong with the type of a result that is written
}

// New joins the declarations with the source. The listing is that of all decorators there are.
func New(in Input, listing []Decorator) *Source {
	src := &Source{
		Input: in, Decorators: map[string]Decorator{}, Classes: map[manifest.Ref]*Owner{}, functions: map[manifest.Ref]*Owner{},
		Checked: map[*Declaration]bool{}, Makers: map[*manifest.Bean]*Owner{}, LeftOut: map[*Owner]bool{}, Misread: map[*manifest.Handler]fault.Diagnostic{},
	}
	for _, d := range listing {
		src.Decorators[d.Name] = d
	}
	src.Decorators[schema.OwnConstraint] = OwnConstraint()
	src.hidden()
	src.collect()
	src.plainRepositories()
	return src
}

// Mistakes returns all that were reported, sorted by place.
func (src *Source) Mistakes() fault.List {
	src.Problems.Sort()
	src.Problems = slices.CompactFunc(src.Problems, sameProblem)
	return src.Problems
}

// sameProblem: what several beans inherit is found wrong once for each of them.
func sameProblem(x, y fault.Diagnostic) bool {
	return x.Place == y.Place && x.Code == y.Code && x.Message == y.Message
}
