package actuator_test

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/actuator"
)

// served asks a server with endpoints.
func served(t *testing.T, request string, header map[string]string, endpoints ...actuator.Endpoint) *httptest.ResponseRecorder {
	t.Helper()
	s, err := actuator.New(actuator.Options{Base: "/actuator", Endpoints: endpoints})
	if err != nil {
		t.Fatal(err)
	}
	method, target, _ := strings.Cut(request, " ")
	r := httptest.NewRequestWithContext(t.Context(), method, target, http.NoBody)
	for name, value := range header {
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

func requests() actuator.Endpoint {
	sample := func(uri, status string, count float64) actuator.MeterSample {
		return actuator.MeterSample{
			Tags: map[string]string{"uri": uri, "status": status}, Values: []actuator.Measurement{
				{"COUNT", count},
				{"TOTAL_TIME", count / 10},
				{"MAX", count / 100},
			},
		}
	}
	return actuator.Metrics(func() []string { return []string{"http.server.requests"} }, func(name string) (actuator.Meter, bool) {
		if name != "http.server.requests" {
			return actuator.Meter{}, false
		}
		return actuator.Meter{Name: name, BaseUnit: "seconds", Samples: []actuator.MeterSample{
			sample("/a", "200", 10), sample("/b", "200", 30),
			sample("/b", "404", 1),
		}}, true
	})
}

func TestMetrics(t *testing.T) {
	for request, want := range map[string]string{
		"/actuator/metrics": `{"names":["http.server.requests"]}`,
		"/actuator/metrics/http.server.requests": `{"name":"http.server.requests","baseUnit":"seconds","measurements":[{"statistic":"COUNT","value":41},` +
			`{"statistic":"TOTAL_TIME","value":4.1},{"statistic":"MAX","value":0.3}],"availableTags":[{"tag":"status","values":["200","404"]},` +
			`{"tag":"uri","values":["/a","/b"]}]}`,
		"/actuator/metrics/http.server.requests?tag=uri:/b": `{"name":"http.server.requests","baseUnit":"seconds","measurements":[{"statistic":"COUNT",` +
			`"value":31},{"statistic":"TOTAL_TIME","value":3.1},{"statistic":"MAX","value":0.3}],"availableTags":[{"tag":"status","values":["200","404"]}]}`,
		"/actuator/metrics/http.server.requests?tag=uri:/b&tag=status:404": `{"name":"http.server.requests","baseUnit":"seconds",` +
			`"measurements":[{"statistic":"COUNT","value":1},{"statistic":"TOTAL_TIME","value":0.1},{"statistic":"MAX","value":0.01}],"availableTags":[]}`,
	} {
		w := served(t, "GET "+request, nil, requests())
		if w.Code != http.StatusOK || w.Body.String() != want || w.Header().Get("Content-Type") != actuator.V3 {
			t.Errorf("%s: %d %s\n%s", request, w.Code, w.Header().Get("Content-Type"), w.Body)
		}
	}
}

func TestMetricsRefused(t *testing.T) {
	for request, want := range map[string]int{
		"/actuator/metrics/nope":                                                    404,
		"/actuator/metrics/http.server.requests?tag=uri:/nope":                      404,
		"/actuator/metrics/http.server.requests?tag=no:/a":                          404,
		"/actuator/metrics/http.server.requests?tag=x":                              400,
		"/actuator/metrics/http.server.requests?tag=:x":                             400,
		"/actuator/metrics/http.server.requests?tag=x:":                             400,
		"/actuator/metrics/http.server.requests?tag=uri:/a&tag=uri:/b":              400,
		"/actuator/metrics/http.server.requests?tag=x:" + strings.Repeat("y", 2000): 400,
		"/actuator/metrics/http.server.requests?" + strings.Repeat("tag=a:b&", 100): 400,
		"/actuator/metrics/a/b":                                                     404,
	} {
		w := served(t, "GET "+request, nil, requests())
		if w.Code != want || want == 404 && w.Body.Len() > 0 && !strings.Contains(request, "a/b") {
			t.Errorf("%.80s: %d %s", request, w.Code, w.Body)
		}
	}
}

func prometheus() actuator.Endpoint {
	return actuator.Prometheus(func(w io.Writer, mediaType string, names []string) error {
		_, err := fmt.Fprint(w, mediaType, " ", names)
		return err
	})
}

func TestPrometheus(t *testing.T) {
	for _, c := range []struct{ accept, query, kind, want string }{
		{"", "", actuator.PrometheusText, " []"},
		{"*/*", "?includedNames=a,b&includedNames=%20c%20,", actuator.PrometheusText, " [a b c]"},
		{
			"application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1", "",
			actuator.OpenMetrics, " []",
		},
		{"text/plain;version=0.0.4", "", actuator.PrometheusText, " []"},
		{"text/plain", "", actuator.PrometheusText, " []"},
	} {
		w := served(t, "GET /actuator/prometheus"+c.query, map[string]string{"Accept": c.accept}, prometheus())
		if w.Code != http.StatusOK || w.Body.String() != c.kind+c.want || w.Header().Get("Content-Type") != c.kind {
			t.Errorf("%s: %d %s %s", c.accept, w.Code, w.Header().Get("Content-Type"), w.Body)
		}
	}
	if w := served(t, "GET /actuator/prometheus", map[string]string{"Accept": "application/json"}, prometheus()); w.Code != http.StatusNotAcceptable {
		t.Errorf("JSON is answered with %d", w.Code)
	}
}

func TestPrometheusGzip(t *testing.T) {
	for header, packed := range map[string]bool{"gzip": true, "deflate, GZIP;q=0.5": true, "gzip;q=0": false, "identity": false, "": false} {
		w := served(t, "GET /actuator/prometheus", map[string]string{"Accept-Encoding": header}, prometheus())
		var body io.Reader = w.Body
		if packed {
			var err error
			if body, err = gzip.NewReader(w.Body); err != nil || w.Header().Get("Content-Encoding") != "gzip" {
				t.Errorf("%s: %v %v", header, err, w.Header())
				continue
			}
		}
		if text, err := io.ReadAll(body); err != nil || string(text) != actuator.PrometheusText+" []" {
			t.Errorf("%s: %s, %v", header, text, err)
		}
	}
	if w := served(t, "HEAD /actuator/prometheus", map[string]string{"Accept-Encoding": "gzip"}, prometheus()); w.Code != http.StatusOK ||
		w.Body.Len() > 0 {
		t.Errorf("HEAD: %d %s", w.Code, w.Body)
	}
}
