package actuator

import "time"

// Exchange is a request with its response.
type Exchange struct {
	Time     time.Time
	Method   string
	URI      string // without a query
	Request  map[string][]string
	Status   int
	Response map[string][]string
	Took     time.Duration
}

// HTTPExchanges returns the endpoint that shows the last requests. They are listed newest first, without secrets.
func HTTPExchanges(list func() []Exchange) Endpoint {
	type request struct {
		URI     string              `json:"uri"`
		Method  string              `json:"method"`
		Headers map[string][]string `json:"headers"`
	}
	type response struct {
		Status  int                 `json:"status"`
		Headers map[string][]string `json:"headers"`
	}
	type exchange struct {
		Timestamp string   `json:"timestamp"`
		Request   request  `json:"request"`
		Response  response `json:"response"`
		TimeTaken string   `json:"timeTaken"`
	}
	read := func(*Request) (Answer, error) {
		exchanges := []exchange{}
		for _, e := range list() {
			exchanges = append(exchanges, exchange{
				instant(e.Time), request{e.URI, e.Method, e.Request}, response{e.Status, e.Response}, Period(e.Took),
			})
		}
		return OK(map[string]any{"exchanges": exchanges})
	}
	return Endpoint{ID: "httpexchanges", Operations: []Operation{Get("", read)}}
}
