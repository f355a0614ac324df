package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestSameJSON(t *testing.T) {
	tests := []struct {
		got, want string
		same      bool
	}{
		{`{"a":1,"b":[true,null]}`, ` { "b": [true, null], "a": 1.0 } `, true},
		{`"\u00e9"`, `"é"`, true},
		{`[1,2]`, `[2,1]`, false},
		{`{"a":1}`, `{"a":"1"}`, false},
		{`{"a":1,"b":null}`, `{"a":1}`, false},
		{`{"a":1`, `{"a":1}`, false},
		{`{"a":1} x`, `{"a":1}`, false},
	}
	for _, test := range tests {
		if err := sameJSON([]byte(test.got), []byte(test.want)); (err == nil) != test.same {
			t.Errorf("%s and %s: %v", test.got, test.want, err)
		}
	}
}

// lenient answers every request that a correct peer answers, and refuses none.
func lenient(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/hello" {
		_, _ = io.WriteString(w, "Hello, world!")
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_, _ = io.Copy(w, r.Body)
}

func TestCheckAnswersWantsBadRequestsRefused(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(lenient))
	defer server.Close()
	work := []endpoint{{
		good: []exchange{get("/hello", "Hello, world!"), post(`{"a":1}`)},
		bad:  []exchange{get("/users/x", nil), post(`{`)},
	}}
	err := checkAnswers(server.URL, work)
	if err == nil {
		t.Fatal("a peer that refuses nothing passed")
	}
	if got := strings.Count(err.Error(), "want 4xx"); got != 2 || strings.Count(err.Error(), "\n") != 1 {
		t.Errorf("want the two bad requests reported, and nothing else:\n%v", err)
	}
}

func TestCheckAnswersSeesWrongOnes(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(lenient))
	defer server.Close()
	tests := map[string]exchange{
		"want \"Hi\"":  get("/hello", "Hi"),
		"want JSON":    get("/hello", object{"hello": "world"}),
		"want {\"b\":": {method: http.MethodPost, path: "/users", body: `{"a":1}`, want: json.RawMessage(`{"b":1}`)},
	}
	for want, x := range tests {
		err := checkAnswers(server.URL, []endpoint{{good: []exchange{x}}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want it to say %q", x, err, want)
		}
	}
}

func TestRefusedBodiesHaveOneMistakeEach(t *testing.T) {
	seen := map[string]bool{ada: true}
	for _, x := range refused() {
		if seen[x.body] {
			t.Errorf("twice, or correct: %s", x.body)
		}
		seen[x.body] = true
	}
}
