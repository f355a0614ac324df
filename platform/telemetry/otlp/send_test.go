package otlp

import (
	"compress/gzip"
	"encoding/binary"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	traces "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// answer is what a collector says to one request.
type answer struct {
	status     int
	retryAfter string
	code       string // of gRPC
	message    string // of gRPC
	body       string
}

// listen starts a collector that gives answers in turn, and sends what came to a channel.
func listen(t *testing.T, protocol string, answers ...answer) (url string, came <-chan *http.Request) {
	t.Helper()
	requests := make(chan *http.Request, len(answers)+1)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		requests <- r
		one := answers[0]
		answers = answers[1:]
		if protocol == GRPC {
			w.Header().Set("Content-Type", "application/grpc")
			w.Header().Set("Trailer", "Grpc-Status, Grpc-Message")
			if one.status == 0 {
				_, _ = w.Write(frame([]byte(one.body), false))
			} else {
				w.WriteHeader(one.status)
			}
			w.Header().Set("Grpc-Status", one.code)
			w.Header().Set("Grpc-Message", one.message)
			return
		}
		w.Header().Set("Content-Type", "application/x-protobuf")
		if one.retryAfter != "" {
			w.Header().Set("Retry-After", one.retryAfter)
		}
		w.WriteHeader(max(one.status, http.StatusOK))
		_, _ = io.WriteString(w, one.body)
	}))
	server.Config.Protocols = new(http.Protocols)
	server.Config.Protocols.SetHTTP1(true)
	server.Config.Protocols.SetUnencryptedHTTP2(true)
	server.Start()
	t.Cleanup(server.Close)
	return server.URL, requests
}

func newSender(t *testing.T, s Signal) sending {
	t.Helper()
	send, err := (&Telemetry{resource: resourceOf(Settings{Service: "shop"})}).sender(s, "spans", "trace.v1.TraceService")
	if err != nil {
		t.Fatal(err)
	}
	return send
}

// TestRequests: a request has what OTLP says, by either protocol, compressed or not.
func TestRequests(t *testing.T) {
	for _, protocol := range []string{HTTP, GRPC} {
		for _, compressed := range []bool{false, true} {
			url, came := listen(t, protocol, answer{code: "0"})
			path := ""
			if protocol == HTTP {
				path = "/v1/traces"
			}
			send := newSender(t, Signal{Endpoint: url + path, Protocol: protocol, Gzip: compressed, Headers: map[string]string{"Token": "t 1"}})
			item, _ := proto.Marshal(&traces.ScopeSpans{Spans: []*traces.Span{{Name: "a"}}})
			if err := send(t.Context(), item); err != nil {
				t.Fatal(protocol, err)
			}
			r := <-came
			body, _ := io.ReadAll(r.Body)
			if protocol == GRPC {
				if r.ProtoMajor != 2 || r.URL.Path != "/opentelemetry.proto.collector.trace.v1.TraceService/Export" ||
					r.Header.Get("Te") != "trailers" || r.Header.Get("Content-Type") != "application/grpc" || body[0] == 1 != compressed ||
					int(binary.BigEndian.Uint32(body[1:])) != len(body)-5 {
					t.Errorf("%s %v %q", r.URL.Path, r.Header, body[:5])
				}
				body = body[5:]
			} else if r.URL.Path != "/v1/traces" || r.Header.Get("Content-Type") != "application/x-protobuf" ||
				compressed != (r.Header.Get("Content-Encoding") == "gzip") {
				t.Errorf("%s %v", r.URL.Path, r.Header)
			}
			if r.Header.Get("Token") != "t 1" {
				t.Errorf("headers are %v", r.Header)
			}
			if compressed {
				reader, err := gzip.NewReader(strings.NewReader(string(body)))
				if err != nil {
					t.Fatal(err)
				}
				body, _ = io.ReadAll(reader)
			}
			var got traces.TracesData
			if err := proto.Unmarshal(body, &got); err != nil {
				t.Fatal(err)
			}
			of := got.ResourceSpans[0]
			if !strings.Contains(shown(of.Resource.Attributes), "service.name=shop ") {
				t.Errorf("the resource is %s", shown(of.Resource.Attributes))
			}
			if of.ScopeSpans[0].Scope.Name != scope || of.ScopeSpans[0].Spans[0].Name != "a" {
				t.Errorf("got %v", &got)
			}
		}
	}
}

// TestAnswers: what a collector does not take now is sent again, and what it does not want is counted.
func TestAnswers(t *testing.T) {
	const unwanted = "\x0a\x0c\x08\x07\x12\x08unwanted"
	for name, c := range map[string]struct {
		protocol string
		answers  []answer
		want     string
	}{
		"taken":                {HTTP, []answer{{}}, ""},
		"later":                {HTTP, []answer{{status: 503}, {status: 429, retryAfter: "0"}, {}}, ""},
		"much later":           {HTTP, []answer{{status: 503, retryAfter: "3600", body: "no"}}, "503 Service Unavailable (body: no)"},
		"refused":              {HTTP, []answer{{status: 400}}, "400 Bad Request (body: (empty))"},
		"unwanted":             {HTTP, []answer{{body: unwanted}}, "OTLP partial success: unwanted (7 spans rejected)"},
		"not protobuf":         {HTTP, []answer{{body: "\xff\xff"}}, ""},
		"taken, gRPC":          {GRPC, []answer{{code: "0"}}, ""},
		"later, gRPC":          {GRPC, []answer{{code: "14"}, {code: "8"}, {code: "0"}}, ""},
		"refused, gRPC":        {GRPC, []answer{{code: "16", message: "no%20token"}}, "code 16 of gRPC (no token)"},
		"unwanted, gRPC":       {GRPC, []answer{{code: "0", body: unwanted}}, "OTLP partial success: unwanted (7 spans rejected)"},
		"not gRPC":             {GRPC, []answer{{}}, "the answer is not one of gRPC"},
		"a proxy before gRPC":  {GRPC, []answer{{status: 502}, {code: "0"}}, ""},
		"another before gRPC":  {GRPC, []answer{{status: 404}}, "404 Not Found"},
		"without a message":    {GRPC, []answer{{status: 200, code: "3", message: "bad%"}}, "code 3 of gRPC (bad%)"},
		"a length that is not": {GRPC, []answer{{code: "0", body: "\x0a\x7f"}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url, came := listen(t, c.protocol, c.answers...)
			err := newSender(t, Signal{Endpoint: url, Protocol: c.protocol, Timeout: time.Minute})(t.Context(), nil)
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("got %v, want %s", err, c.want)
			}
			if len(came) != len(c.answers) {
				t.Errorf("%d requests", len(came))
			}
			var lost loss
			if err != nil {
				lost.count(3, err)
			}
			if unwanted := strings.Contains(c.want, "partial"); unwanted && lost.rejected.Load() != 7 || !unwanted && c.want != "" && lost.failed.Load() != 3 {
				t.Errorf("%d rejected, %d failed", lost.rejected.Load(), lost.failed.Load())
			}
		})
	}
}

// TestSilence: what is sent to nobody ends with its time.
func TestSilence(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = silent.Close() }()
	for _, protocol := range []string{HTTP, GRPC} {
		for _, url := range []string{"http://" + silent.Addr().String(), "http://127.0.0.1:1"} {
			if err := newSender(t, Signal{Endpoint: url, Protocol: protocol, Timeout: 50 * time.Millisecond})(t.Context(), nil); err == nil {
				t.Errorf("%s %s: no error", protocol, url)
			}
		}
	}
}
