package http

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

// fetchesItself asks itself for twenty of the same, each of which does so, too, and would wait for them for five minutes.
const fetchesItself = `
import { GetMapping, HttpRequest, RestController } from "fwrun";
@RestController
export class Api {
  @GetMapping("/again") async again(request: HttpRequest) {
    const url = "http://" + request.getFirstHeader("Host") + "/again";
    await Promise.all(Array.from({ length: 20 }, () => fetch(url)));
    await new Promise(() => {});
  }
  @GetMapping("/ok") ok() { return "ok"; }
}
`

// TestWhoFetchesItselfEndsWithItsClient: a handler that fetches itself many times, and that again, ends with its client, and so does
// all that it has sent. Another client is served all the time. Nothing but the end of the client ends it: no time is over.
func TestWhoFetchesItselfEndsWithItsClient(t *testing.T) {
	t.Parallel()
	f := startScript(t, fetchesItself, "SERVER_HANDLER_TIMEOUT=5m", "SERVER_IDLE_TIMEOUT=1s", "HTTP_CLIENT_TIMEOUT=5m", "HTTP_CLIENT_ACQUIRE_TIMEOUT=5m",
		"MANAGEMENT_ENDPOINTS_ENABLED=true", "MANAGEMENT_ENDPOINT_PROMETHEUS_ENABLED=true")
	before := f.Holds()
	ctx, leave := context.WithCancel(t.Context())
	asked := make(chan error, 1)
	go func() {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+f.Address+"/again", nil)
		if err == nil {
			var response *http.Response
			if response, err = new(http.Client).Do(request); err == nil {
				_ = response.Body.Close()
			}
		}
		asked <- err
	}()
	harness.Eventually(t, "it has sent hundreds of requests", func() bool { return f.Holds().Goroutines > before.Goroutines+500 })
	if status, body := f.Fetch("/ok"); status != http.StatusOK {
		t.Errorf("another client is answered with %d: %s", status, body)
	}
	leave()
	if err := <-asked; err == nil || !strings.Contains(err.Error(), context.Canceled.Error()) {
		t.Fatalf("it was answered: %v", err)
	}
	harness.Eventually(t, "all of them have ended", func() bool {
		if status, body := f.Fetch("/ok"); status != http.StatusOK {
			t.Fatalf("another client is answered with %d: %s", status, body)
		}
		return f.Holds().HasLetGo(before)
	})
}
