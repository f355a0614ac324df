package host

import "github.com/fwrun/fwrun/engine"

// given is what scripts are given of a request and of its response: the same objects in every stage. Of the rest it needs the request and
// its body, which the objects show.
type given struct {
	view     *requestView
	request  engine.Value    // the HttpRequest
	response engine.Value    // the ResponseEntity
	hooked   [3]engine.Value // what a hook is called with
}

// requestFor returns the HttpRequest. All scripts of the request get the same object, so the handler finds what an
// interceptor puts on it.
func (g *given) requestFor(s *engine.Scope, r *request, b *received) (engine.Value, error) {
	if g.request != nil {
		return g.request, nil
	}
	if g.view == nil {
		g.view = &requestView{req: r, body: b}
	}
	var err error
	g.request, err = s.Supply(hostRequest, g.view)
	return g.request, err
}

// responseFor returns the ResponseEntity that scripts are given.
func (g *given) responseFor(s *engine.Scope) (engine.Value, error) {
	if g.response != nil {
		return g.response, nil
	}
	var err error
	g.response, err = s.Supply(hostResponse, 0)
	return g.response, err
}

// both returns the request and the response for scripts, the same objects in every stage.
func (g *given) both(s *engine.Scope, r *request, b *received) (request, response engine.Value, err error) {
	if request, err = g.requestFor(s, r, b); err == nil {
		response, err = g.responseFor(s)
	}
	return request, response, err
}

// read combines the handler's result with what the handler did to the injected ResponseEntity: the returned one takes
// precedence, headers and cookies add up, and a handler that returns nothing answers with the injected one.
func (g *given) read(s *engine.Scope, r *request, result engine.Value) answer {
	out := answer{contentType: r.produces}
	if g.response != nil {
		entity, _ := s.Response(g.response)
		out.add(0, entity)
		if result == g.response || s.IsUndefined(result) {
			return out
		}
	}
	if entity, ok := s.Response(result); ok {
		out.contentType, out.statedType = r.produces, "" // another body has its own type
		out.add(1, entity)
	} else {
		out.body, out.format, out.root, out.isEntity = result, engine.Plain, "", false
	}
	return out
}
