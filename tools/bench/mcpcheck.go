package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"time"
)

// checkCalls calls the tool with good and with bad arguments and reports every wrong answer. The
// size is that of a good answer.
func checkCalls(url string) (size int, err error) {
	var problems []error
	for _, numbers := range [][2]int{{40, -2}, {2, 3}} {
		arguments := fmt.Sprintf(`{"a":%d,"b":%d}`, numbers[0], numbers[1])
		if size, err = checkSum(url, "sum", arguments, numbers[0]+numbers[1]); err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", arguments, err))
		}
	}
	for _, arguments := range []string{
		`{}`, `{"a":2}`, `{"a":"2","b":3}`, `{"a":2.5,"b":3}`, `{"a":2,"b":true}`, `{"a":2,"b":null}`, `{"a":2,"b":3,"c":4}`, `[2,3]`,
	} {
		if err := checkNotCalled(url, "sum", arguments); err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", arguments, err))
		}
	}
	if err := checkNotCalled(url, "difference", `{"a":2,"b":3}`); err != nil {
		problems = append(problems, fmt.Errorf("a tool that is not there: %w", err))
	}
	return size, errors.Join(problems...)
}

// checkSum expects the sum twice: as a value, and as a text that is its JSON.
func checkSum(url, tool, arguments string, sum int) (size int, err error) {
	answer, body, err := ask(url, callOf(tool, arguments))
	if err != nil {
		return 0, err
	}
	result := answer.Result
	if answer.Error != nil || result.IsError || len(result.Content) != 1 || result.Content[0].Type != "text" {
		return 0, fmt.Errorf("answered with %.300s, want one text", body)
	}
	want := fmt.Appendf(nil, `{"sum":%d}`, sum)
	return len(body), errors.Join(sameJSON(result.StructuredContent, want), sameJSON([]byte(result.Content[0].Text), want))
}

// checkNotCalled expects an error, of the protocol or of the tool: which one, and with which
// text, differs by peer.
func checkNotCalled(url, tool, arguments string) error {
	answer, body, err := ask(url, callOf(tool, arguments))
	if err == nil && answer.Error == nil && !answer.Result.IsError {
		err = fmt.Errorf("answered with %.300s, want an error", body)
	}
	return err
}

// checkList expects that count tools with their schemas are listed in one answer, and that the
// last of them can be called.
func checkList(url string, count int) (size int, err error) {
	answer, body, err := ask(url, listTools)
	if err != nil {
		return 0, err
	}
	listed := answer.Result.Tools
	if len(listed) != count || answer.Result.NextCursor != "" {
		return 0, fmt.Errorf("%d tools are listed, want %d in one answer: %.300s", len(listed), count, body)
	}
	missing := map[string]bool{}
	for i := range count {
		missing[toolName(i)] = true
	}
	for _, tool := range listed {
		if !missing[tool.Name] {
			return 0, fmt.Errorf("the tool %q is listed twice, or is none of ours", tool.Name)
		}
		delete(missing, tool.Name)
		if err := tool.check(); err != nil {
			return 0, fmt.Errorf("tool %q: %w", tool.Name, err)
		}
	}
	_, err = checkSum(url, toolName(count-1), `{"a":2,"b":3}`, 5)
	return len(body), err
}

// check returns an error unless a listed tool has the description that all of them must have.
func (t mcpTool) check() error {
	if t.Description != "Add two whole numbers." {
		return fmt.Errorf("is described as %q", t.Description)
	}
	slices.Sort(t.InputSchema.Required)
	if want := sumArguments(); !reflect.DeepEqual(t.InputSchema, want) {
		return fmt.Errorf("takes %+v, want %+v", t.InputSchema, want)
	}
	result := t.OutputSchema
	result.AdditionalProperties = nil // the SDKs close results, fwrun leaves them open
	if want := sumResult(); !reflect.DeepEqual(result, want) {
		return fmt.Errorf("returns %+v, want %+v", result, want)
	}
	return nil
}

// ask sends a message in the form that is measured, over a connection of its own.
func ask(url, message string) (answer mcpAnswer, body []byte, err error) {
	request, err := http.NewRequest(http.MethodPost, url+mcpPath, strings.NewReader(message))
	if err != nil {
		return answer, nil, err
	}
	request.Close = true
	request.Header.Set("Content-Type", "application/json")
	for _, header := range mcpHeaders() {
		name, value, _ := strings.Cut(header, ": ")
		request.Header.Set(name, value)
	}
	client := &http.Client{Timeout: 10 * time.Second}
	response, err := client.Do(request)
	if err != nil {
		return answer, nil, err
	}
	defer func() { _ = response.Body.Close() }()
	if body, err = io.ReadAll(response.Body); err != nil {
		return answer, nil, err
	}
	body = bytes.TrimSpace(body)
	if kind := response.Header.Get("Content-Type"); response.StatusCode != http.StatusOK || !strings.HasPrefix(kind, "application/json") {
		return answer, nil, fmt.Errorf("answered with %d and %q, want 200 and JSON: %.300s", response.StatusCode, kind, body)
	}
	if err = json.Unmarshal(body, &answer); err == nil && answer.ID != 1 {
		err = fmt.Errorf("answered to another id: %.300s", body)
	}
	return answer, body, err
}
