package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/fwrun/fwrun/app"
)

// send sends a request to the application, and prints the response.
func (r *repl) send(ctx context.Context, method, words string) {
	target, body, _ := strings.Cut(words, " ")
	var response app.Response
	err := r.within(ctx, func(ctx context.Context) (err error) {
		response, err = r.console.Request(ctx, method, target, strings.TrimSpace(body))
		return err
	})
	if err != nil {
		r.failed = true
		printFailure(r.err, painter{r.errColours}, err)
		return
	}
	r.failed = r.failed || response.Status >= http.StatusInternalServerError
	paint := painter{r.colours}
	status := fmt.Sprintf("%d %s", response.Status, http.StatusText(response.Status))
	if response.Status < http.StatusBadRequest {
		status = paint.green(status)
	} else {
		status = paint.red(status)
	}
	fmt.Fprintln(r.out, strings.TrimSpace(status+" "+paint.dim(response.ContentType)))
	if text := readable(response); text != "" {
		fmt.Fprintln(r.out, text)
	}
}

// readable formats a body for people: JSON is indented, and bytes are counted.
func readable(r app.Response) string {
	var indented bytes.Buffer
	switch {
	case strings.Contains(r.ContentType, "json") && json.Indent(&indented, r.Body, "", "  ") == nil:
		return indented.String()
	case !utf8.Valid(r.Body):
		return fmt.Sprintf("(%d bytes)", len(r.Body))
	}
	return strings.TrimRight(string(r.Body), "\n")
}
