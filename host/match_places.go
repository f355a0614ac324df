package host

import (
	"strings"

	"github.com/fasthttp/router/radix"
	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine/manifest"
)

// places are the trees of fasthttp/router, one for each method and each literal beginning of routes: /users/{id} is in the place
// "/users". A tree is sorted as a whole for each route that is added, so one tree for all routes would take a time that grows
// with the square of their number.
//
// A place with a longer beginning is asked first. That is the precedence of routes: of two beginnings of one path, the longer one has a
// literal where the other has a placeholder or its end.
type places struct {
	trees   map[string]*[len(methods)]*radix.Tree // by beginning, "" for the root
	deepest int                                   // segments of the longest beginning
}

// maxBeginning bounds the segments of a beginning, and with them the places that a path is looked up in.
const maxBeginning = 8

// matchedRoute is the key under which a route's handler stores the route.
type matchedRoute struct{}

// add adds a route for a method, by the number of that, under a shape that ends in pathEnd.
func (p *places) add(method int, r *route, closedShape string) {
	beginning := beginningOf(r.segments)
	p.deepest = max(p.deepest, strings.Count(beginning, "/"))
	trees := p.trees[beginning]
	if trees == nil {
		trees = new([len(methods)]*radix.Tree)
		p.trees[beginning] = trees
	}
	if trees[method] == nil {
		trees[method] = radix.New()
	}
	trees[method].Add(closedShape[len(beginning):], func(ctx *fasthttp.RequestCtx) { ctx.SetUserValue(matchedRoute{}, r) })
}

// beginningOf joins the literal segments that a route begins with.
func beginningOf(segments []manifest.Segment) string {
	var b strings.Builder
	for i := range min(len(segments), maxBeginning) {
		if !segments[i].IsLiteral() {
			break
		}
		b.WriteString("/" + segments[i].Texts[0])
	}
	return b.String()
}

// find returns what stores the route for a path that ends in pathEnd, or nil.
func (p *places) find(method int, closedPath string) fasthttp.RequestHandler {
	var ends [maxBeginning + 1]int // of the beginnings of the path, by their segments
	depth := 0
	for depth < p.deepest {
		next := strings.IndexByte(closedPath[ends[depth]+1:], '/')
		if next < 0 { // what is left is pathEnd
			break
		}
		ends[depth+1] = ends[depth] + 1 + next
		depth++
	}
	for ; depth >= 0; depth-- {
		trees := p.trees[closedPath[:ends[depth]]]
		if trees == nil || trees[method] == nil {
			continue
		}
		if handler, _ := trees[method].Get(closedPath[ends[depth]:], nil); handler != nil {
			return handler
		}
	}
	return nil
}
