package host

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/vm"
)

const benchApp = `
export class Order { id: int; customer: string; total: float; paid: bool; tags: string[]; }

@RestController
export class C {
  @GetMapping("/users/{id}")
  find(@PathVariable() id: int, @RequestParam() fields: string) {
    return { id: id, name: "Ada Lovelace", email: "ada@example.org", active: true, fields: fields };
  }
  @GetMapping("/text") text() { return "Hello"; }
  @PostMapping("/orders") order(@RequestBody() order: Order) { return order; }
  @GetMapping("/gone/{id}") gone(@PathVariable() id: int) { throw new HttpRestException(404, "no order " + id); }
  @GetMapping("/broken") broken() { return undefined.name; }
}
`

func benchServer(b *testing.B) *Server {
	b.Helper()
	return benchServerOf(b, benchApp)
}

func benchServerOf(b *testing.B, code string) *Server {
	b.Helper()
	app := boot(b, code, vm.Options{Min: 1, Max: 1, CPUTimeout: time.Hour, HandlerTimeout: time.Hour})
	s, err := New(app, Settings{}, slog.New(slog.DiscardHandler))
	if err != nil {
		b.Fatal(err)
	}
	return s
}

func prepared(method, uri, body string) *fasthttp.RequestCtx {
	ctx := new(fasthttp.RequestCtx)
	ctx.Request.Header.SetMethod(method)
	ctx.Request.SetRequestURI(uri)
	ctx.Request.Header.SetHost("host")
	if body != "" {
		ctx.Request.SetBodyString(body)
		ctx.Request.Header.SetContentType("application/json")
	}
	return ctx
}

// BenchmarkRequest measures the way from a parsed request to the response's bytes.
func BenchmarkRequest(b *testing.B) {
	for name, c := range map[string][3]string{
		"two arguments, five fields": {"GET", "/users/5?fields=all", ""},
		"text":                       {"GET", "/text", ""},
		"body of five fields":        {"POST", "/orders", `{"id":1,"customer":"Ada","total":9.5,"paid":true,"tags":["a","b"]}`},
		"not found":                  {"GET", "/nowhere", ""},
		"thrown 404":                 {"GET", "/gone/5", ""},
		"thrown 500":                 {"GET", "/broken", ""},
	} {
		b.Run(name, func(b *testing.B) {
			s := benchServer(b)
			ctx := prepared(c[0], c[1], c[2])
			b.ReportAllocs()
			for b.Loop() {
				s.serve(ctx)
				ctx.Response.Reset()
			}
		})
	}
}

// BenchmarkBind measures the binding alone: the handler is not called.
func BenchmarkBind(b *testing.B) {
	s := benchServer(b)
	ctx := prepared("GET", "/users/5?fields=all", "")
	x := &exchange{req: request{server: s, table: s.current.Load(), ctx: ctx}}
	if p := x.req.locate(); p != nil {
		b.Fatal(p.detail)
	}
	if err := s.current.Load().app.Run(context.Background(), time.Now(), &bindLoop{x, b}); err != nil {
		b.Fatal(err)
	}
}

// bindLoop binds repeatedly, on the VM.
type bindLoop struct {
	*exchange
	b *testing.B
}

func (l *bindLoop) Start(s *engine.Scope) (engine.Value, error) {
	l.b.ReportAllocs()
	for l.b.Loop() {
		l.exchange.args.values = l.exchange.args.values[:0]
		if err := l.Bind(s); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// BenchmarkExchanged measures what it costs to tell of a request; off is nothing.
func BenchmarkExchanged(b *testing.B) {
	for name, tell := range map[string]func(*Exchanged) *Exchanged{"on": func(e *Exchanged) *Exchanged { return e }, "off": nil} {
		b.Run(name, func(b *testing.B) {
			s := benchServer(b)
			s.current.Load().policies.Exchanged = tell
			ctx := prepared("GET", "/text?a=1", "")
			for _, header := range []string{"Accept", "Accept-Encoding", "Accept-Language", "User-Agent", "Cookie"} {
				ctx.Request.Header.Set(header, "some value of a header")
			}
			b.ReportAllocs()
			for b.Loop() {
				ctx.Response.Reset()
				s.serveSince(time.Now(), ctx)
			}
		})
	}
}
