package manifest

import (
	"slices"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// LeftOut is a bean that is not made because a condition does not hold.
type LeftOut struct {
	Name  string      // of its class, or of its @Bean method: Made.clock
	Why   string      // the condition, and why it does not hold
	Place fault.Place // of the class, or of the method
}

// Is reports whether a bean is an instance of a class of the host, such as HandlerInterceptor.
func (bean *Bean) Is(hostClass string) bool { return slices.Contains(bean.Types, HostType(hostClass)) }

// Manifest is a checked application.
type Manifest struct {
	// Files are the scripts that were searched for classes and functions, sorted.
	Files []string
	// Beans in the order in which they are created: after their dependencies.
	Beans []*Bean
	// LeftOut are the beans that are not made because their conditions do not hold.
	LeftOut []LeftOut
	// Handlers by index.
	Handlers []*Handler
	// Routes in order of declaration, one for each path of a mapping.
	Routes []*Route
	// Settings are those of the beans that carry @ConfigurationProperties, in the order in which they are created.
	Settings []*Settings
	// Properties are the places where scripts read the configuration with @Value, bean by bean.
	Properties []Property
	// Interceptors are the beans that carry @Interceptor, in the order in which they are called.
	Interceptors []*Interceptor
	// Configurers are the indexes of the beans that register interceptors, in the order in which they are asked.
	Configurers []int
	// Advised are the methods with aspects around them.
	Advised []*Advised
	// Schedules are the methods that run by the clock, in the order of declaration.
	Schedules []*Schedule
	// Listeners are the methods that handle messages of queues, in the order of declaration.
	Listeners []*Listener
	// HealthIndicators are the beans that carry @HealthInformer, InfoContributors those that carry @InfoInformer, by name.
	HealthIndicators, InfoContributors []*Informer
	// EventKeepers are the indexes of the beans that keep security events, in the order in which they are created.
	EventKeepers []int
	// Finders are the beans that say whose credentials are, one at most of each class of the host.
	Finders []Finder
	// Tools, Resources and Prompts are for agents, in the order of declaration.
	Tools     []*Tool
	Resources []*Resource
	Prompts   []*Prompt
	// ToolInterceptors are the indexes of the beans that intercept tool calls, in the order in which they are called.
	ToolInterceptors []int
	// Repositories are the classes that find and store rows.
	Repositories []*Repository
	// Statements are the statements that scripts give to databases, as far as the source shows them.
	Statements []*Statement
	// ErrorController is the index of the bean that answers errors, or -1.
	ErrorController int
	// ErrorNumber: it declares the status as a number; else it gets an HttpStatus.
	ErrorNumber bool
	Errors      []Answer // which it gives, as far as decorators say so
	// Written are the classes whose objects are not written as their properties are.
	Written []Written
	// ColumnNames holds, for each class, the fields by the column names that @Column gives them.
	ColumnNames map[Ref]map[string]string
	// ColumnTypes says, for each class, how the values of its fields are stored in columns, and in the documents of
	// search clusters, if not as they are.
	ColumnTypes map[Ref]map[string]ColumnType
	// BareClasses are those whose constructors only set fields, to values that do not matter if all are set afterwards.
	BareClasses map[Ref]bool
}

// Stereotype is the reason why a class is a bean.
type Stereotype string

// The stereotypes. A class that carries @Interceptor, @ConfigurationProperties, @HealthInformer or @InfoInformer, or
// extends Repository, needs no other. A bean that a @Bean method makes is Produced, and a bean of the host is Supplied.
const (
	RestController Stereotype = "RestController"
	Service        Stereotype = "Service"
	Component      Stereotype = "Component"
	Configuration  Stereotype = "Configuration"
	Intercepting   Stereotype = "Interceptor"
	Configured     Stereotype = "ConfigurationProperties"
	Storing        Stereotype = "Repository"
	HealthInformer Stereotype = "HealthInformer"
	InfoInformer   Stereotype = "InfoInformer"
	Produced       Stereotype = "Bean"
	Supplied       Stereotype = "host"
)

// Bean is one object of the container.
type Bean struct {
	Index      int
	Name       string
	Stereotype Stereotype
	Class      Ref         // its class; zero if a Produced bean has no known class
	TypeName   string      // for messages and for host types
	Place      fault.Place // of the class, or of the @Bean method
	Primary    bool        // preferred if several beans fit an injection
	PerAsker   bool        // for Supplied: each class that it is injected into gets a bean of its own
	Lazy       bool        // made when it is first used, or for a bean that is made at the start; the host's always are

	// Arguments of the constructor or of the @Bean method, then fields set after it.
	Arguments []Injection
	Fields    []Injection
	Settings  *Settings // what the configuration sets, before Fields; nil if there is nothing

	Factory       int    // for Produced: the index of the bean with the method
	FactoryMethod string // for Produced
	Init, Destroy []Hook

	// The other hooks: they are called when all beans of a worker are made, when the application serves, and before a
	// worker is dropped.
	WorkerStart, Ready, WorkerStop []Hook

	Types   []string    // every class and interface that it can be injected as
	Width   int         // of the text at Place
	Aspects []Injection // the aspects around its methods, which it depends on
}

// Hook is a method that is called when a bean has been made, or before it is dropped.
type Hook struct {
	Method string
	Place  fault.Place // of the method, or of the @Bean that names it
}

// Injection is a dependency of a bean.
type Injection struct {
	Field string      // property to set; empty for an argument
	Bean  int         // index of the bean, or -1
	Beans []int       // with IsList: all that fit, in the order of declaration
	Value any         // with IsValue: string, int64, float64, bool, []any, map[string]any or nil
	Place fault.Place // of the field or parameter

	// Type is the type of a Value that constraints of the application apply to, or else nil.
	Type *schema.Type

	IsValue bool
	IsList  bool
	Lazy    bool // looked up when the field is first read
	Keep    bool // nothing is set: the field keeps its default, or the argument is undefined
}

// Handler is a function that is called for requests, if a route leads to it, for agents, or for messages.
type Handler struct {
	Index  int
	Name   string // UserController.find, or the function's name
	Bean   int    // -1 for an exported function
	Owner  Ref    // the function's, or the controller class's
	Method string // empty for an exported function
	Params []Param
	Result *schema.Type
	// Inferred is the type of what its code returns, if it declares none and that is sure; else nil. Only documents know of it.
	Inferred *schema.Type
	Form     *Form // of the result; nil if it is written as it is
	Async    bool
	// Wrapped: the function carries a decorator of the application, which may have replaced it.
	Wrapped bool
	// Guarded: the controller is a ControllerInterceptor.
	Guarded bool
	// Demand is what a decorator, or a parameter of the type Principal, demands of those who call it; nil if nothing does.
	Demand *Demand
	// Operation is what is said of it to people; nil without a route.
	Operation *Operation
	Doc       source.Doc
	Place     fault.Place
}

// Answers returns the type of the handler's result for documents: what is declared, or else what its code returns.
func (h *Handler) Answers() *schema.Type {
	if h.Inferred != nil {
		return h.Inferred
	}
	return h.Result
}

// Origin is the part of a request that a parameter's value comes from.
type Origin uint8

// The origins.
const (
	FromPath    Origin = iota
	FromRequest        // the query, or else the form
	FromQuery
	FromForm
	FromCookie
	FromHeader
	FromBody
	FromHost      // HttpRequest, ResponseEntity, …: Type.Name
	FromArguments // of a tool, a resource or a prompt
	FromPayload   // of a message
)

// String returns the name of the origin for error messages.
func (o Origin) String() string {
	return [...]string{"path variable", "parameter", "query parameter", "form field", "cookie", "header", "body", "host", "argument", "payload"}[o]
}

// UnknownNames says what becomes of names in a body that nobody declared.
type UnknownNames uint8

// What becomes of them.
const (
	UnknownAsSet   UnknownNames = iota // what the settings say
	UnknownRefused                     // they are a mistake
	UnknownIgnored                     // they are not read
)

// Param is one parameter of a handler, with the plan of its binding.
type Param struct {
	Name            string // in the script
	Key             string // in the request
	Origin          Origin
	Type            *schema.Type
	Required        bool
	RequiredMessage string // replaces "is required"
	// Default is used if the value is absent: nil with HasDefault false gives null, or undefined if the script has a
	// default of its own (ScriptDefault).
	Default        any
	HasDefault     bool
	ScriptDefault  bool
	Literal        any  // the script's own default, or else the Default, if it is a text, a number or a boolean
	Untyped        bool // no type is known; the value is a text of a request, or anything in a tool's arguments
	DisableParsing bool // RequestBody
	// Asks: the schema of its type is asked about a value that was not sent, as undefined.
	Asks    bool
	Unknown UnknownNames
	Doc     string
	Place   fault.Place
}

// Route is one path that leads to a handler.
type Route struct {
	Path     string   // canonical: a leading slash, none trailing
	Vars     []string // the placeholders in order
	Methods  []string // empty means all
	Name     string
	Consumes []string
	Produces []string
	Handler  int
	Place    fault.Place

	Width int // of the text at Place
}

// HostBean is a bean that the host supplies: SqlTemplate, Environment, …
type HostBean struct {
	Name    string
	Type    string // the exported class of "fwrun"
	Primary bool   // preferred if several beans have the type

	// PerAsker: each bean that it is injected into gets a bean of its own.
	PerAsker bool
	Yields   bool // left out if the application has a bean of the same name
}

// Asks lists the beans that must be made first, each once: the bean that makes it, and its dependencies.
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

// Injections returns the dependencies of a bean, by kind.
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
