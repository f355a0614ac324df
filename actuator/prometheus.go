package actuator

import (
	"compress/gzip"
	"io"
	"strings"
)

// The media types of metrics, the preferred one first.
const (
	PrometheusText = "text/plain;version=0.0.4;charset=utf-8"
	OpenMetrics    = "application/openmetrics-text;version=1.0.0;charset=utf-8"
)

// Prometheus returns the endpoint that a Prometheus server scrapes. write writes the metrics with the names, or all if there is
// none, as text of one of the two media types.
func Prometheus(write func(w io.Writer, mediaType string, names []string) error) Endpoint {
	read := func(r *Request) (Answer, error) {
		var names []string
		for _, list := range r.Query["includedNames"] {
			for name := range strings.SplitSeq(list, ",") {
				if name = strings.TrimSpace(name); name != "" {
					names = append(names, name)
				}
			}
		}
		answer := Answer{Header: map[string]string{"Vary": "Accept, Accept-Encoding"}}
		text := func(w io.Writer) error { return write(w, r.Accepted, names) }
		if answer.Stream = text; takesGzip(r.AcceptEncoding) {
			answer.Header["Content-Encoding"] = "gzip"
			answer.Stream = func(w io.Writer) error {
				z, _ := gzip.NewWriterLevel(w, gzip.BestSpeed) // the level is valid
				if err := text(z); err != nil {
					return err
				}
				return z.Close()
			}
		}
		return answer, nil
	}
	get := Get("", read)
	get.Produces = []string{PrometheusText, OpenMetrics}
	return Endpoint{ID: "prometheus", Operations: []Operation{get}}
}

// takesGzip reports whether an Accept-Encoding header takes gzip.
func takesGzip(header string) bool {
	for element := range strings.SplitSeq(header, ",") {
		coding, params, _ := strings.Cut(element, ";")
		q := strings.ReplaceAll(params, " ", "")
		if strings.EqualFold(strings.TrimSpace(coding), "gzip") && q != "q=0" && q != "q=0.0" && q != "q=0.00" && q != "q=0.000" {
			return true
		}
	}
	return false
}
