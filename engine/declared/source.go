package declared

import (
	"slices"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// Input is what a manifest is made from.
type Input struct {
	Project      *source.Project
	Scan         []string // files whose classes and functions count; other files are only imported
	Types        *schema.Resolver
	Declarations []Declaration
	HostBeans    []manifest.HostBean
	Host         []string // what "fwrun" exports beside decorators; nil if that is not known
	Profiles     []string // the active profiles

	// Expand resolves the placeholders of a text. A reference to a key that does not exist and has no default is
	// reported as missing.
	Expand func(text string, place fault.Place) (value any, missing bool, problem *fault.Diagnostic)

	// Section returns what is configured below a prefix, for a class that reads these keys. If it is nil, nothing is
	// configured.
	Section func(prefix string, keys []schema.SettingKey) (schema.Setting, fault.List)

	// Standard returns the schema that is the value of an option.
	Standard func(Standard) *schema.Standard

	// Agents holds the settings of the endpoint for agents.
	Agents manifest.Agents

	// Queues are the names of the connections that carry messages, the primary one first. If it is nil, they are not
	// known, and any name is accepted.
	Queues []string

	// Finders are the classes of the host that beans extend to say whose credentials are, as far as the application asks one, with the
	// places of the settings that make it ask. If it is nil, that is not known.
	Finders map[string]fault.Place

	// Results are what functions give that do not declare it.
	Results []source.Result

	// Incomplete: parts of the configuration are unknown, so missing keys are not reported.
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
	Checked    map[*Declaration]bool // the constraints that are checked against something

	scanned map[string]bool        // the files of Scan
	bases   map[*source.Class]bool // that declared classes extend; nil before somebody asks

	// What the domains share.
	Beans []*manifest.Bean // in order of declaration
	// for Produced beans: the class that has the method, which is the configuration's or a base class of it
	Makers  map[*manifest.Bean]*Owner
	LeftOut map[*Owner]bool                        // the classes that are not beans because a condition does not hold
	Misread map[*manifest.Handler]fault.Diagnostic // the problem with the declared type of a result
}

// New joins the declarations with the source. The listing has all decorators.
func New(in Input, listing []Decorator) *Source {
	src := &Source{
		Input: in, scanned: make(map[string]bool, len(in.Scan)), Decorators: map[string]Decorator{}, Classes: map[manifest.Ref]*Owner{},
		functions: map[manifest.Ref]*Owner{},
		Checked:   map[*Declaration]bool{}, Makers: map[*manifest.Bean]*Owner{}, LeftOut: map[*Owner]bool{},
		Misread: map[*manifest.Handler]fault.Diagnostic{},
	}
	for _, d := range listing {
		src.Decorators[d.Name] = d
	}
	for _, file := range in.Scan {
		src.scanned[file] = true
	}
	src.Decorators[schema.OwnConstraint] = OwnConstraint()
	src.hidden()
	src.collect()
	src.plainRepositories()
	return src
}

// Mistakes returns all problems that were reported, sorted by place.
func (src *Source) Mistakes() fault.List {
	src.Problems.Sort()
	src.Problems = slices.CompactFunc(src.Problems, sameProblem)
	return src.Problems
}

// sameProblem reports whether two problems are equal: an inherited mistake is found once for each bean that
// inherits it.
func sameProblem(x, y fault.Diagnostic) bool {
	return x.Place == y.Place && x.Code == y.Code && x.Message == y.Message
}
