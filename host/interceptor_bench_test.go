package host

import (
	"testing"
	"time"
)

// benchInterceptor is an application whose interceptor finds out by expressions whether a request needs a token.
const benchInterceptor = `
import { Interceptor, HandlerInterceptor } from "fwrun";
@Interceptor
export class Guard extends HandlerInterceptor {
  preHandle(request: HttpRequest, response: ResponseEntity) {
    const route = request.getMethod() + " " + request.getUri();
    if (/^POST \/users(\/login)?$/.test(route)) return true;
    if (/^GET \/(articles|profiles)\/[^/]+$/.test(route)) return true;
    if (/^GET \/articles\/[^/]+\/comments$/.test(route)) return true;
    if (/^GET \/(tags|articles)$/.test(route)) return true;
    response.withStatus(401);
    return false;
  }
}

@RestController
export class C {
  @GetMapping("/tags") tags() { return "Hello"; }
}
`

// BenchmarkInterceptor measures what an interceptor costs that tests a few regular expressions: the difference to a
// request that has none.
func BenchmarkInterceptor(b *testing.B) {
	for name, code := range map[string]string{"four expressions": benchInterceptor, "none": "@RestController export class C { @GetMapping(\"/tags\") " +
		"tags() { return \"Hello\"; } }"} {
		b.Run(name, func(b *testing.B) {
			s := benchServerOf(b, code)
			ctx := prepared("GET", "/tags", "")
			b.ReportAllocs()
			for b.Loop() {
				s.serveSince(time.Now(), ctx)
				if ctx.Response.StatusCode() != 200 {
					b.Fatal(ctx.Response.String())
				}
				ctx.Response.Reset()
			}
		})
	}
}
