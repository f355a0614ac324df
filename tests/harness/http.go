package harness

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// Client follows no redirections, and waits for nothing long.
var Client = &http.Client{
	Timeout: Patience, Transport: &http.Transport{MaxIdleConnsPerHost: 256},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// Ask sends a request and returns the answer's body, and the answer.
func Ask(t *testing.T, client *http.Client, method, target string, header http.Header, body string) (string, *http.Response) {
	t.Helper()
	request, err := http.NewRequest(method, target, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for name, values := range header {
		request.Header[name] = values
	}
	if host := header.Get("Host"); host != "" {
		request.Host = host
	}
	if body != "" && header.Get("Content-Type") == "" {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := client.Do(request)
	if err != nil {
		t.Fatalf("%s %.200s: %v", method, target, err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatalf("%s %.200s: %v", method, target, err)
	}
	return string(text), response
}

// AnswerOf returns the status and the body of a response.
func AnswerOf(t *testing.T, method, url string) (int, string) {
	t.Helper()
	body, response := Ask(t, http.DefaultClient, method, url, nil, "")
	return response.StatusCode, body
}

// Until repeats a request until the response has the status.
func Until(t *testing.T, status int, method, url string) string {
	t.Helper()
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	for late := time.Now().Add(Patience); ; <-again.C {
		got, body := AnswerOf(t, method, url)
		if got == status {
			return body
		}
		if got != http.StatusServiceUnavailable || time.Now().After(late) {
			t.Fatalf("%s %s: %d %s", method, url, got, body)
		}
	}
}

// Get returns the body of a complete response, whose status must be 200.
func Get(client *http.Client, url string) (string, error) {
	got, err := client.Get(url)
	if err != nil {
		return "", err
	}
	return Complete(got)
}

// Complete returns the body of a response, whose status must be 200.
func Complete(got *http.Response) (string, error) {
	defer func() { _ = got.Body.Close() }()
	body, err := io.ReadAll(got.Body)
	if err != nil {
		return "", fmt.Errorf("an answer broke off after %d bytes: %w", len(body), err)
	}
	if got.StatusCode != http.StatusOK {
		return "", fmt.Errorf("an answer was %s: %s", got.Status, body)
	}
	return string(body), nil
}
