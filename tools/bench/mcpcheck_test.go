package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// mcpServer answers like a correct server with three tools. spoil changes its results, which the
// checks have to detect.
func mcpServer(t *testing.T, spoil func(result object)) (url string) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var message struct {
			Method string
			Params struct {
				Name      string
				Arguments json.RawMessage
			}
		}
		if r.Header.Get("Accept") == "" || r.Header.Get("MCP-Protocol-Version") == "" || json.NewDecoder(r.Body).Decode(&message) != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		result := listOf(3)
		if message.Method == "tools/call" {
			result = resultOf(message.Params.Name, message.Params.Arguments)
		}
		spoil(result)
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(object{"jsonrpc": "2.0", "id": 1, "result": result})
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func listOf(count int) object {
	integer := func(description string) object {
		return object{"type": "integer", "description": description, "minimum": -9}
	}
	var tools []object
	for i := range count {
		tools = append(tools, object{
			"name": toolName(i), "description": "Add two whole numbers.",
			"inputSchema": object{
				"type": "object", "properties": object{"a": integer("the first number"), "b": integer("the second number")},
				"required": []string{"b", "a"}, "additionalProperties": false,
			},
			"outputSchema": object{
				"type": "object", "properties": object{"sum": integer("")}, "required": []string{"sum"}, "additionalProperties": false,
			},
		})
	}
	return object{"tools": tools}
}

func resultOf(tool string, arguments json.RawMessage) object {
	var numbers struct{ A, B *int }
	decoder := json.NewDecoder(strings.NewReader(string(arguments)))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&numbers); err != nil || numbers.A == nil || numbers.B == nil || !strings.HasPrefix(tool, "sum") {
		return object{"isError": true, "content": []object{{"type": "text", "text": "no"}}}
	}
	sum := *numbers.A + *numbers.B
	return object{
		"content":           []object{{"type": "text", "text": fmt.Sprintf(`{ "sum": %d }`, sum)}},
		"structuredContent": object{"sum": sum},
	}
}

func untouched(object) {}

func TestACorrectServerPasses(t *testing.T) {
	url := mcpServer(t, untouched)
	if size, err := checkCalls(url); err != nil || size < 80 {
		t.Errorf("calls: %d bytes, %v", size, err)
	}
	if size, err := checkList(url, 3); err != nil || size < 700 {
		t.Errorf("list: %d bytes, %v", size, err)
	}
}

func TestCheckCallsSeesWrongOnes(t *testing.T) {
	for want, spoil := range map[string]func(object){
		`want {"sum":5}`: func(r object) { r["structuredContent"] = object{"sum": 4} },
		"no JSON":        func(r object) { delete(r, "structuredContent") },
		"want one text":  func(r object) { r["content"] = []object{} },
		`with {"sum":6}`: func(r object) { r["content"] = []object{{"type": "text", "text": `{"sum":6}`}} },
		"want an error":  func(r object) { delete(r, "isError") },
	} {
		if _, err := checkCalls(mcpServer(t, spoil)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want it to say %q", err, want)
		}
	}
}

// TestEveryBadCallIsAsked: every bad call is reported for a server that does not check arguments.
func TestEveryBadCallIsAsked(t *testing.T) {
	_, err := checkCalls(mcpServer(t, func(r object) { delete(r, "isError") }))
	if err == nil || strings.Count(err.Error(), "want an error") != 9 || len(strings.Split(err.Error(), "\n")) != 9 {
		t.Errorf("want the nine bad calls reported, and nothing else:\n%v", err)
	}
}

func TestCheckListSeesWrongOnes(t *testing.T) {
	last := func(r object) object {
		if tools, ok := r["tools"].([]object); ok {
			return tools[len(tools)-1]
		}
		return object{}
	}
	for want, spoil := range map[string]func(object){
		"3 tools are listed, want 3 in one answer": func(r object) { r["nextCursor"] = "more" },
		"listed twice":     func(r object) { last(r)["name"] = "sum" },
		"none of ours":     func(r object) { last(r)["name"] = "sum_3" },
		"is described as":  func(r object) { last(r)["description"] = "" },
		`"sum_2": takes`:   func(r object) { last(r)["inputSchema"] = object{"type": "object"} },
		`"sum_2": returns`: func(r object) { delete(last(r), "outputSchema") },
		"want one text":    func(r object) { r["isError"] = true },
	} {
		if _, err := checkList(mcpServer(t, spoil), 3); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want it to say %q", err, want)
		}
	}
	if _, err := checkList(mcpServer(t, untouched), 4); err == nil || !strings.Contains(err.Error(), "3 tools are listed, want 4") {
		t.Errorf("a tool too few: %v", err)
	}
}

func TestAskWantsPlainJSON(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, "data: {}\n\n")
	}))
	defer server.Close()
	if _, _, err := ask(server.URL, listTools); err == nil || !strings.Contains(err.Error(), "want 200 and JSON") {
		t.Errorf("a stream of events passed: %v", err)
	}
}
