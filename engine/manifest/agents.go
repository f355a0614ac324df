package manifest

import (
	"time"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/schema"
)

// Agents says how the application is offered to agents.
type Agents struct {
	Path       string // of the MCP endpoint, canonical, below the context path
	InlineRefs bool   // schemas are written out where they are used, for clients that drop $defs
}

// Tool is a handler that agents can call: one of the REST endpoints, or a method of a bean that
// answers no requests.
type Tool struct {
	Name, Title, Description string

	Handler int
	REST    *ToolRoute // nil for a method that is called on its bean
	// Arguments are those that agents give, in the order of the parameters.
	Arguments []Argument

	Headers []ParamHeader // arguments that are repeated in headers

	Input  []byte // the JSON Schema of the arguments
	Output []byte // that of the structured result; nil for none
	Result ResultForm
	Type   *schema.Type // of the result, when it is known; nil otherwise

	ReadOnly, Destructive, Idempotent bool
	OpenWorld                         *bool // nil when nobody says

	Toolsets       []string
	Timeout        time.Duration // 0 for the server's
	Limit          int           // calls within Per; 0 for any number
	Per            time.Duration
	MaxResultBytes int         // 0 for the server's
	Place          fault.Place // of the method or function
}

// ToolRoute is how a tool's request reaches its endpoint.
type ToolRoute struct {
	Method   string   // of HTTP
	Paths    []string // with placeholders, below the context path, in the order of the declaration
	BodyType string   // the Content-Type that a body is sent with; empty when there is none
	RawBody  bool     // it is taken as a text, whatever becomes of that
	Produces []string // as the route has it
}

// Argument is one that a tool takes.
type Argument struct {
	Name  string
	Param int // of the handler, by index
}

// ResultForm is how what a tool returns becomes an object for agents.
type ResultForm uint8

// The forms.
const (
	ResultText   ResultForm = iota // as text only
	ResultObject                   // the object itself
	ResultList                     // {items: […]}
	ResultScalar                   // {result: …}
	ResultAny                      // by the value: its type is not known, a schema is
)

// Resource is a method whose result agents can read by a URI.
type Resource struct {
	URI                      string   // with placeholders when it is a template
	Vars                     []string // the placeholders
	Name, Title, Description string
	MimeType                 string
	Untyped                  bool // neither it nor a type says what is returned: a text is text/plain
	Handler                  int
	List                     int // the handler that lists the URIs of a template, or -1
	Place                    fault.Place
}

// Prompt is a method that makes messages for a model.
type Prompt struct {
	Name, Title, Description string
	Handler                  int
	Arguments                []PromptArgument
	Place                    fault.Place
}

// PromptArgument is a text that a prompt takes.
type PromptArgument struct {
	Name, Description string
	Required          bool
	Param             int
}

// HasAgents reports whether there is anything for agents.
func (m *Manifest) HasAgents() bool { return len(m.Tools)+len(m.Resources)+len(m.Prompts) > 0 }

// ParamHeader is an argument that clients of the stateless protocol repeat in a header, so that proxies can read it: a
// property of an inputSchema that has the keyword x-mcp-header.
type ParamHeader struct {
	Path []string // of the property, from the arguments down
	Name string   // of the header, behind Mcp-Param-
	Type string   // string, integer or boolean
}
