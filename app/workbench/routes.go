package workbench

import (
	"cmp"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/fwrun/fwrun/app/listing"
	"github.com/fwrun/fwrun/devtools"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/inproc"
)

const op = "workbench"

// route is one route, as lists show it.
type route struct {
	ID       int      `json:"id"` // its index in the manifest
	Methods  []string `json:"methods"`
	Path     string   `json:"path"` // from the root of the server
	Name     string   `json:"name,omitempty"`
	Handler  string   `json:"handler"`
	Place    string   `json:"place"`
	Summary  string   `json:"summary,omitempty"`
	Consumes []string `json:"consumes,omitempty"`
	Produces []string `json:"produces,omitempty"`
	MayCall  string   `json:"mayCall,omitempty"`
}

// wholeRoute is one with all that a form is made of.
type wholeRoute struct {
	route
	Text       string          `json:"text,omitempty"` // the whole comment
	Parameters []parameter     `json:"parameters"`
	Result     json.RawMessage `json:"result,omitempty"` // its schema
	ResultType string          `json:"resultType,omitempty"`
}

type parameter struct {
	Name     string          `json:"name"`
	In       string          `json:"in"` // path, query, form, request (query or form), cookie, header or body
	Type     string          `json:"type"`
	Required bool            `json:"required"`
	Doc      string          `json:"doc,omitempty"`
	File     bool            `json:"file,omitempty"` // an upload, or a list of them
	Schema   json.RawMessage `json:"schema"`
}

// routes lists the routes by their paths.
func (p *Parts) routes(*http.Request) (any, error) {
	m := p.Application.Manifest()
	list := make([]route, len(m.Routes))
	for i := range m.Routes {
		list[i] = p.routeAt(m, i)
	}
	slices.SortStableFunc(list, func(a, b route) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), slices.Compare(a.Methods, b.Methods))
	})
	return map[string]any{"routes": list}, nil
}

func (p *Parts) routeAt(m *manifest.Manifest, i int) route {
	r := m.Routes[i]
	h := m.Handlers[r.Handler]
	path := p.ContextPath + r.Path
	if p.ContextPath != "" {
		path = strings.TrimSuffix(path, "/")
	}
	out := route{
		ID: i, Methods: r.Methods, Path: path, Name: r.Name, Handler: h.Name, Place: h.Place.String(), Summary: h.Doc.Summary,
		Consumes: r.Consumes, Produces: r.Produces,
	}
	if p.demands {
		out.MayCall = listing.MayCallOf(m, p.Rules, r).String()
	}
	return out
}

// route returns one route, by its id.
func (p *Parts) route(r *http.Request) (any, error) {
	m := p.Application.Manifest()
	i, err := strconv.Atoi(r.URL.Query().Get("id"))
	if err != nil || i < 0 || i >= len(m.Routes) {
		return nil, fault.New(op, fault.NotFound, "there is no such route")
	}
	h := m.Handlers[m.Routes[i].Handler]
	whole := wholeRoute{route: p.routeAt(m, i), Text: h.Doc.Text, Parameters: parametersOf(h)}
	if t := h.Answers(); t != nil {
		whole.ResultType = t.Name
		s := schema.NewSchemas(schema.DocumentOptions{})
		if text, err := s.Document(s.Root(t)).MarshalJSON(); err == nil && string(text) != "{}" {
			whole.Result = text
		}
	}
	return whole, nil
}

// places names where parameters are in a request.
var places = map[manifest.Origin]string{
	manifest.FromPath: "path", manifest.FromRequest: "request", manifest.FromQuery: "query", manifest.FromForm: "form",
	manifest.FromCookie: "cookie", manifest.FromHeader: "header", manifest.FromBody: "body",
}

func parametersOf(h *manifest.Handler) []parameter {
	list := []parameter{}
	for _, p := range h.Params {
		in, ofRequest := places[p.Origin]
		if !ofRequest {
			continue
		}
		list = append(list, parameter{
			Name: cmp.Or(p.Key, p.Name), In: in, Type: cmp.Or(p.Type.Name, "string"), Required: p.Required, Doc: p.Doc, File: isFile(p.Type),
			Schema: p.Schema(),
		})
	}
	return list
}

// isFile reports whether a type is that of uploads.
func isFile(t *schema.Type) bool {
	if t.Kind.IsList() && t.Elem != nil {
		t = t.Elem
	}
	return t.Kind == schema.Host && t.Name == schema.UploadedFile
}

// sending is a request that the page lets the process send to itself.
type sending struct {
	Method  string      `json:"method"`
	Target  string      `json:"target"`
	Headers [][2]string `json:"headers"`
	Body    string      `json:"body"`
	As      *Identity   `json:"as"`
}

// send sends a request on behalf of somebody, who needs no credentials.
func (p *Parts) send(r *http.Request) (any, error) {
	var s sending
	if err := devtools.Read(r, &s); err != nil {
		return nil, err
	}
	if err := p.checkIdentity(s.As); err != nil {
		return nil, err
	}
	if s.Target == devtools.Path || strings.HasPrefix(s.Target, devtools.Path+"/") {
		return nil, fault.New(op, fault.Invalid, "the console does not send requests to itself")
	}
	answer, err := p.Send(p.onBehalfOf(r.Context(), s.As), inproc.Request{Method: s.Method, Target: s.Target, Headers: s.Headers, Body: []byte(s.Body)})
	if err != nil {
		return nil, err
	}
	body, cut := cutText(answer.Body)
	return map[string]any{"status": answer.Status, "headers": answer.Headers, "body": body, "bytes": len(answer.Body), "cut": cut}, nil
}

// checkIdentity returns an error if the page may not send requests in the name of this identity.
func (p *Parts) checkIdentity(as *Identity) error {
	switch {
	case as == nil:
		return nil
	case !p.Settings.Local:
		return fault.New(op, fault.Denied, "in production, the console cannot send requests on behalf of a user").
			WithHint("leave the user empty, and send the user's credentials in a header")
	case as.Name == "":
		return fault.New(op, fault.Invalid, "name the user on whose behalf the request is sent")
	}
	return nil
}

// largestShown is how many bytes of an answer the page is sent.
const largestShown = 512 << 10

func cutText(body []byte) (text string, cut bool) {
	if len(body) > largestShown {
		body, cut = body[:largestShown], true
	}
	return strings.ToValidUTF8(string(body), "\uFFFD"), cut
}
