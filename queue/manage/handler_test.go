package manage_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue/manage"
)

func TestHandlerRefuses(t *testing.T) {
	d := open(t)
	h := manage.Handler(func() manage.Queues { return manage.Over(true, manage.Source{Connection: d.main}) })
	for _, c := range []struct {
		method, path, body string
		status             int
		want               string
	}{
		{"GET", "/", "", 200, `{"running":true,"queues":[{"connection":"main","queue":"jobs","listener":"Worker.work",` +
			`"paused":false,"waiting":0,"inHand":0`},
		{"GET", "/jobs/dead", "", 200, `{"letters":[]}`},
		{"GET", "/jobs/dead?limit=many", "", 400, `limit must be a number, not \"many\"`},
		{"GET", "/jobs/dead?after=-1", "", 400, "after must be a number"},
		{"POST", "/jobs/dead/replay", `{"all":true}`, 200, `{"count":0}`},
		{"POST", "/jobs/dead/replay", `{"all":1}`, 400, `"kind":"invalid","message":"the body is not the JSON that is expected: `},
		{"POST", "/jobs/send", "{", 400, "the body is not the JSON that is expected"},
		{"POST", "/jobs/send", `{"text":"` + strings.Repeat("x", 17<<20) + `"}`, 413, "the request has more than 16777216 bytes"},
		{"POST", "/jobs/purge", "", 200, `{"count":0}`},
		{"POST", "/jobs/pause", `{"queue":"other"}`, 200, `{}`},
		{"POST", "/jobs/purge", `{"connection":"x"}`, 404, `"kind":"not-found","message":"there is no queue connection x","hint":"choose main"`},
		{"DELETE", "/jobs/dead", "", 404, "there is no DELETE /jobs/dead"},
		{"GET", "/jobs", "", 404, "there is no GET /jobs"},
	} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(c.method, c.path, strings.NewReader(c.body)))
		if w.Code != c.status || !strings.Contains(w.Body.String(), c.want) {
			t.Errorf("%s %s: %d %.300s, want %d %s", c.method, c.path, w.Code, w.Body, c.status, c.want)
		}
	}
}

func TestClientOfAnotherVersion(t *testing.T) {
	d := &desk{T: t}
	for answer, want := range map[string]string{
		"204":                "answered with the status 204; it may be another version of fwrun",
		"404 nothing":        "answered with the status 404",
		`500 {"error":{}}`:   "answered with the status 500",
		"200 hello":          "cannot be read; it may be another version of fwrun",
		"200 {\"queues\":1}": "cannot be read",
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			status, body, _ := strings.Cut(answer, " ")
			w.WriteHeader(map[string]int{"200": 200, "204": 204, "404": 404, "500": 500}[status])
			_, _ = w.Write([]byte(body))
		}))
		_, err := manage.Client(server.Client(), server.URL+"/").List(t.Context())
		d.fails(err, fault.Internal, want)
		server.Close()
		_, err = manage.Client(server.Client(), server.URL+"/").List(t.Context())
		d.fails(err, fault.Unavailable, "the running application did not answer")
	}
}
