package manifest

import (
	"time"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/platform/fault"
)

// Agents holds the settings of the endpoint for agents.
type Agents struct {
	Path       string // of the MCP endpoint, canonical, below the context path
	InlineRefs bool   // schemas are written out where they are used, for clients that ignore $defs
	Closed     bool   // members of arguments that nobody declared are refused
}

// Tool is a handler that agents can call: a REST endpoint, or a method of a bean that no route leads to.
type Tool struct {
	Name, Title, Description string

	Handler int
	REST    *ToolRoute // nil for a method that is called directly
	// Arguments are the arguments that agents pass, in the order of the parameters.
	Arguments []Argument

	Headers []ParamHeader // arguments that are repeated in headers

	Input   []byte // the JSON Schema of the arguments
	Checked []byte // the part of it that is checked before schemas of libraries check the rest; nil for all of it
	// Schema makes all arguments at once; nil if there is none.
	Schema *schema.Standard
	Output []byte // the JSON Schema of the structured result, or nil
	Result ResultForm
	Type   *schema.Type // of the result; nil if it is not known

	ReadOnly, Destructive, Idempotent bool
	OpenWorld                         *bool // nil if not declared

	Toolsets       []string
	Timeout        time.Duration // 0 means the server's
	Limit          int           // calls within Per; 0 means no limit
	Per            time.Duration
	MaxResultBytes int         // 0 means the server's
	Place          fault.Place // of the method or function
}

// ToolRoute says how a tool's request reaches its endpoint.
type ToolRoute struct {
	Method   string   // the HTTP method
	Paths    []string // with placeholders, below the context path, in the order of the declaration
	BodyType string   // the Content-Type of the body; empty if there is no body
	RawBody  bool     // the handler takes the body as text
	Produces []string // as declared for the route
}

// Argument is an argument of a tool.
type Argument struct {
	Name  string
	Param int // index of the handler's parameter
}

// ResultForm says how the result of a tool becomes an object for agents.
type ResultForm uint8

// The forms.
const (
	ResultText   ResultForm = iota // as text only
	ResultObject                   // the object itself
	ResultList                     // {items: […]}
	ResultScalar                   // {result: …}
	ResultAny                      // depends on the value: a schema is known, but no type
)

// Resource is a method whose result agents can read by a URI.
type Resource struct {
	URI                      string   // with placeholders if it is a template
	Vars                     []string // the names of the placeholders
	Name, Title, Description string
	MimeType                 string
	Untyped                  bool // no media type and no type is declared: a string is text/plain
	Handler                  int
	List                     int // index of the handler that lists the URIs of a template, or -1
	Place                    fault.Place
}

// Prompt is a method that makes messages for a model.
type Prompt struct {
	Name, Title, Description string
	Handler                  int
	Arguments                []PromptArgument
	Place                    fault.Place
}

// PromptArgument is a text argument of a prompt.
type PromptArgument struct {
	Name, Description string
	Required          bool
	Param             int
}

// HasAgents reports whether there are tools, resources or prompts.
func (m *Manifest) HasAgents() bool { return len(m.Tools)+len(m.Resources)+len(m.Prompts) > 0 }

// ParamHeader is an argument that clients of the stateless protocol repeat in a header, so that proxies can read
// it: a property of an inputSchema that has the keyword x-mcp-header.
type ParamHeader struct {
	Path []string // of the property, from the arguments inwards
	Name string   // of the header, without Mcp-Param-
	Type string   // string, integer or boolean
}
