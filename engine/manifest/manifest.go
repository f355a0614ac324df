package manifest

import (
	"slices"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/schema"
	"github.com/fwrun/fwrun/source"
)

// LeftOut is a bean that there would be, if a condition held.
type LeftOut struct {
	Name  string      // of its class, or of its @Bean method: Made.clock
	Why   string      // the condition, and what is the case
	Place fault.Place // of the class, or of the method
}

// Is reports whether a bean is of a class of the host, such as HandlerInterceptor.
func (bean *Bean) Is(hostClass string) bool { return slices.Contains(bean.Types, HostType(hostClass)) }

// Manifest is a checked application.
type Manifest struct {
	// Files are the scripts that were searched for classes and functions, sorted.
	Files []string
	// Beans in the order they are created: whatever a bean asks for comes before it.
	Beans []*Bean
	// LeftOut are the beans that there would be, if their conditions held.
	LeftOut []LeftOut
	// Handlers by index.
	Handlers []*Handler
	// Routes in order of declaration, one for each path of a mapping.
	Routes []*Route
	// Settings are the beans that carry @ConfigurationProperties, in the order they are created.
	Settings []*Settings
	// Interceptors are the beans that carry @Interceptor, in the order they are called.
	Interceptors []*Interceptor
	// Configurers are the beans that register interceptors, in the order they are asked.
	Configurers []int
	// Advised are the methods with aspects around them.
	Advised []*Advised
	// Schedules are what is run by the clock, in the order of declaration.
	Schedules []*Schedule
	// Tools, Resources and Prompts are what agents can use, in the order of the declaration.
	Tools     []*Tool
	Resources []*Resource
	Prompts   []*Prompt
	// ToolInterceptors are the beans that have a part in tool calls, in the order they are called.
	ToolInterceptors []int
	// Repositories are the classes that find and keep rows.
	Repositories []*Repository
	// Statements are what the scripts ask databases, as far as the source tells.
	Statements []*Statement
	// ErrorController is the bean that answers errors, or -1.
	ErrorController int
	// Written are the classes whose objects are not written as their properties are.
	Written []Written
	// ColumnNames are the fields of a class by the names that @Column gives them in a table.
	ColumnNames map[Ref]map[string]string
	// KeptFields are how the values of a class's fields are kept in columns, where that is not as they are.
	KeptFields map[Ref]map[string]Kept
}

// Stereotype is why a class is a bean.
type Stereotype string

// The stereotypes. A class that carries @Interceptor or @ConfigurationProperties, or extends
// Repository, needs no other. A bean that a @Bean method makes is a Produced one, and what the
// host supplies is Supplied.
const (
	RestController Stereotype = "RestController"
	Service        Stereotype = "Service"
	Component      Stereotype = "Component"
	Configuration  Stereotype = "Configuration"
	Intercepting   Stereotype = "Interceptor"
	Configured     Stereotype = "ConfigurationProperties"
	Storing        Stereotype = "Repository"
	Produced       Stereotype = "Bean"
	Supplied       Stereotype = "host"
)

// Bean is one object of the container.
type Bean struct {
	Index      int
	Name       string
	Stereotype Stereotype
	Class      Ref         // what it is an instance of; zero when a Produced bean has no known class
	TypeName   string      // for people and for host types
	Place      fault.Place // of the class, or of the @Bean method
	Primary    bool        // the one that is meant when several fit
	PerAsker   bool        // Supplied: each who asks is given one of its own
	Lazy       bool        // made when somebody looks at it, unless what is made at the start asks for it

	// Arguments of the constructor or of the @Bean method, then fields set after it.
	Arguments []Injection
	Fields    []Injection
	Settings  *Settings // what the configuration sets, before Fields; nil for none

	Factory       int    // Produced: the bean whose method makes it
	FactoryMethod string // Produced
	Init, Destroy []Hook

	// The other hooks: when all beans of a worker are there, when the application serves, and
	// before a worker's beans go.
	WorkerStart, Ready, WorkerStop []Hook

	Types   []string    // every class and interface it can be asked for by
	Width   int         // of what stands at Place
	Aspects []Injection // those around its methods, each of which it asks for
}

// Hook is a method that is called when a bean has been made, or before it goes.
type Hook struct {
	Method string
	Place  fault.Place // of the method, or of the @Bean that names it
}

// Injection is one thing a bean asks for.
type Injection struct {
	Field string      // property to set; empty for an argument
	Bean  int         // index of the bean, or -1
	Beans []int       // with IsList: of all that fit, in the order they are declared
	Value any         // with IsValue: string, int64, float64, bool, []any, map[string]any or nil
	Place fault.Place // of the field or parameter

	// Type is that of a Value, where constraints of the application's own are within it; nil else.
	Type *schema.Type

	IsValue bool
	IsList  bool
	Lazy    bool // looked for when the field is looked at
	Keep    bool // nothing to set: the field's own default stays, the argument is undefined
}

// Handler is one function that answers: requests, if a route leads to it, or else agents.
type Handler struct {
	Index  int
	Name   string // UserController.find, or the function's name
	Bean   int    // -1 for an exported function
	Owner  Ref    // the function's, or the controller class's
	Method string // empty for an exported function
	Params []Param
	Result *schema.Type
	Form   *Form // of the result; nil when it is written as it is
	Async  bool
	// Wrapped: a decorator of the application's own stands on it and may have put
	// another function in its place.
	Wrapped bool
	// Guarded: its controller is a ControllerInterceptor.
	Guarded bool
	Doc     source.Doc
	Place   fault.Place
}

// Origin is where a parameter's value comes from.
type Origin uint8

// The origins.
const (
	FromPath    Origin = iota
	FromRequest        // query, then form
	FromQuery
	FromForm
	FromCookie
	FromHeader
	FromBody
	FromHost      // HttpRequest, ResponseEntity, …: Type.Name
	FromArguments // of a tool, a resource or a prompt
)

// String names the origin the way an error shows it.
func (o Origin) String() string {
	return [...]string{"path variable", "parameter", "query parameter", "form field", "cookie", "header", "body", "host", "argument"}[o]
}

// Param is one parameter of a handler, with the plan of its binding.
type Param struct {
	Name            string // in the script
	Key             string // in the request
	Origin          Origin
	Type            *schema.Type
	Required        bool
	RequiredMessage string // instead of "is required"
	// Default is used when the value is absent: nil with HasDefault false gives null, or
	// undefined when the script has a default of its own (ScriptDefault).
	Default        any
	HasDefault     bool
	ScriptDefault  bool
	Literal        any  // the script's own default, or the Default, where it is a text, number or bool
	Untyped        bool // nothing says what it is; a text of a request, and anything of a tool's arguments
	DisableParsing bool // RequestBody
	Doc            string
	Place          fault.Place
}

// Route is one path that leads to a handler.
type Route struct {
	Path     string   // canonical: a leading slash, none trailing
	Vars     []string // the placeholders in order
	Methods  []string // empty for all
	Name     string
	Consumes []string
	Produces []string
	Handler  int
	Place    fault.Place

	Width int // of what stands at Place
}

// HostBean is a bean the host supplies: SqlTemplate, Environment, …
type HostBean struct {
	Name    string
	Type    string // the exported class of "fwrun"
	Primary bool   // wins when several have the type

	// PerAsker: each bean that asks for it is given one of its own, made for who asks.
	PerAsker bool
	Yields   bool // is left out when the application has a bean of the name
}

// Asks lists the beans that must exist first, each once: what makes it, what it is given.
func (bean *Bean) Asks() []int {
	var list []int
	if bean.Stereotype == Produced {
		list = append(list, bean.Factory)
	}
	for _, injections := range bean.Injections() {
		for _, injection := range injections {
			if injection.Lazy {
				continue
			}
			for _, other := range injection.Needs() {
				if !slices.Contains(list, other) {
					list = append(list, other)
				}
			}
		}
	}
	return list
}

// Injections are what a bean asks for, in every way.
func (bean *Bean) Injections() [][]Injection {
	return [][]Injection{bean.Arguments, bean.Fields, bean.Aspects}
}

// Needs lists the beans that are injected.
func (i *Injection) Needs() []int {
	if i.Bean >= 0 && !i.IsValue {
		return []int{i.Bean}
	}
	return i.Beans
}
