package host

import (
	"sync"
	"testing"
)

// TestViewIsCutOff calls all getters of a view while its request is answered and its memory serves another request. The
// race detector checks that the memory is not read by then.
func TestViewIsCutOff(t *testing.T) {
	for range 200 {
		asked := request{table: &table{}, ctx: prepared("POST", "/a?b=c", `{}`), method: "POST", path: "/a"}
		x := &exchange{req: asked, body: received{raw: []byte(`{}`)}}
		view := &requestView{req: &x.req, body: &x.body}
		var reading sync.WaitGroup
		begun := make(chan struct{})
		reading.Go(func() {
			for first := true; view.Alive(); first = false {
				_, _, _, _ = view.Method(), view.URI(), view.QueryString(), view.ServerProtocol()
				_, _, _, _ = view.QueryParams(), view.PostParams(), view.Header("host"), view.Cookies()
				_, _ = view.Body(), view.ContentType()
				_, _, _ = view.RemoteAddr()
				_, _ = view.ServerAddr()
				_, _ = view.RequestTime()
				_, _, _ = view.Scheme(), view.Host(), view.URL()
				if first {
					close(begun)
				}
			}
		})
		<-begun
		view.close()
		x.req.ctx.Request.Reset()
		x.req.ctx.Request.SetRequestURI("/another")
		x.reset()
		reading.Wait()
		if view.URI() != "" || view.Body() != nil || view.Header("host") != nil {
			t.Fatal("a view gave something away after it was closed")
		}
	}
}

func TestViewKeepsNothingOfTheRequest(t *testing.T) {
	x := &exchange{req: request{table: &table{}, ctx: prepared("POST", "/a?b=c", ""), fullPath: "/a"}, body: received{raw: []byte("body")}}
	view := &requestView{req: &x.req, body: &x.body}
	query, body, uri := view.QueryParams(), view.Body(), view.URI()
	copy(x.body.raw, "BODY")
	x.req.ctx.Request.SetRequestURI("/a?B=C")
	if query[0] != [2]string{"b", "c"} || string(body) != "body" || uri != "/a" {
		t.Errorf("got %v %s %s", query, body, uri)
	}
	if _, _, ok := view.RemoteAddr(); ok {
		t.Error("an address was made up")
	}
	if _, ok := view.ServerAddr(); ok {
		t.Error("a server's address was made up")
	}
}
