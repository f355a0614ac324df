package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"
	"time"
)

// checkAnswers sends the good and the bad requests of all endpoints to a peer and reports every
// wrong answer.
func checkAnswers(url string, all []endpoint) error {
	client := &http.Client{Timeout: 10 * time.Second}
	defer client.CloseIdleConnections()
	var problems []error
	for _, e := range all {
		for _, x := range e.good {
			if err := checkGood(client, url, x); err != nil {
				problems = append(problems, fmt.Errorf("%v: %w", x, err))
			}
		}
		for _, x := range e.bad {
			if err := checkRefused(client, url, x); err != nil {
				problems = append(problems, fmt.Errorf("%v: %w", x, err))
			}
		}
	}
	return errors.Join(problems...)
}

func checkGood(client *http.Client, url string, x exchange) error {
	status, headers, body, err := send(client, url, x)
	if err != nil {
		return err
	}
	if want := cmp.Or(x.status, http.StatusOK); status != want {
		return fmt.Errorf("answered with %d, want %d: %.200s", status, want, body)
	}
	if err := checkHeaders(headers, x.answers); err != nil {
		return err
	}
	if text, ok := x.want.(string); ok {
		if string(body) != text {
			return fmt.Errorf("answered with %.200q, want %q", body, text)
		}
		return nil
	}
	if contentType := headers.Get("Content-Type"); !strings.HasPrefix(contentType, "application/json") {
		return fmt.Errorf("answered with %q, want JSON", contentType)
	}
	if look, ok := x.want.(check); ok {
		return look(body)
	}
	want, err := json.Marshal(x.want)
	if err != nil {
		return err
	}
	return sameJSON(body, want)
}

// checkHeaders expects headers with these values; a value of "*" is any that is not empty.
func checkHeaders(headers http.Header, wanted []string) error {
	for _, header := range wanted {
		name, want, _ := strings.Cut(header, ": ")
		if got := headers.Get(name); got != want && (want != "*" || got == "") {
			return fmt.Errorf("answered with %s: %q, want %q", name, got, want)
		}
	}
	return nil
}

// checkRefused expects any 4xx status: which one, and with which text, differs by peer.
func checkRefused(client *http.Client, url string, x exchange) error {
	status, _, body, err := send(client, url, x)
	if err == nil && (status < 400 || status > 499) {
		err = fmt.Errorf("answered with %d, want 4xx: %.200s", status, body)
	}
	return err
}

func send(client *http.Client, url string, x exchange) (status int, headers http.Header, body []byte, err error) {
	request, err := http.NewRequest(x.method, url+x.path, strings.NewReader(x.body))
	if err != nil {
		return 0, nil, nil, err
	}
	if x.body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	for _, header := range x.headers {
		name, value, _ := strings.Cut(header, ": ")
		request.Header.Set(name, value)
	}
	response, err := client.Do(request)
	if err != nil {
		return 0, nil, nil, err
	}
	defer func() { _ = response.Body.Close() }()
	body, err = io.ReadAll(response.Body)
	return response.StatusCode, response.Header, body, err
}

// sameJSON compares values: the order of keys and the notation of numbers do not matter.
func sameJSON(got, want []byte) error {
	var g, w any
	if err := json.Unmarshal(got, &g); err != nil {
		return fmt.Errorf("no JSON: %w: %.200s", err, got)
	}
	if err := json.Unmarshal(want, &w); err != nil {
		return err
	}
	if !reflect.DeepEqual(g, w) {
		return fmt.Errorf("answered with %.300s, want %.300s", got, want)
	}
	return nil
}
