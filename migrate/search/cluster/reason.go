package cluster

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"regexp"
	"strings"

	"github.com/tidwall/gjson"
)

// maxReason limits a reason, in characters: it may be the text of a proxy, or have the names of a hundred fields.
const maxReason = 500

// reasonOf reads the forms of an error: an object, a text in JSON, a plain text. Whether it is JSON is not asked of gjson, which
// ends the process on a million brackets.
func reasonOf(body []byte) (kind, reason string) {
	if !json.Valid(body) {
		return "", oneLine(string(body[:min(len(body), 4*maxReason)]))
	}
	failed := gjson.GetBytes(body, "error")
	if failed.Type == gjson.String {
		return "", oneLine(failed.Str)
	}
	kind, reason = failed.Get("type").String(), failed.Get("reason").String()
	for cause := failed.Get("caused_by"); cause.IsObject(); cause = cause.Get("caused_by") {
		if more := cause.Get("reason").String(); more != "" && !strings.Contains(reason, more) {
			reason += ": " + more
		}
	}
	return kind, oneLine(reason)
}

// oneLine returns a text as one line of bounded length.
func oneLine(text string) string {
	text = strings.ToValidUTF8(strings.Join(strings.Fields(text), " "), "�")
	if runes := []rune(text); len(runes) > maxReason {
		return string(runes[:maxReason]) + "…"
	}
	return text
}

var (
	isPage = regexp.MustCompile(`(?i)^\s*<(!doctype\s+html|html|head|body)[\s>]`)
	title  = regexp.MustCompile(`(?is)<title[^>]*>(.*?)</title>`)
)

// titleOf reports whether a body is a page of HTML, and returns its title in quotes.
func titleOf(body []byte) (string, bool) {
	body = bytes.TrimPrefix(body[:min(len(body), 64<<10)], []byte("\ufeff"))
	if !isPage.Match(body) {
		return "", false
	}
	if found := title.FindSubmatch(body); found != nil {
		return fmt.Sprintf("%q", oneLine(html.UnescapeString(string(found[1])))), true
	}
	return "", true
}

// StrangeError is an answer with a good status that no cluster gives: a page, nothing, or a part of an answer.
type StrangeError struct {
	Method, Path string
	Status       int
	What         string // what the answer is
	via          string
}

func (e *StrangeError) Error() string {
	return fmt.Sprintf("%s %s: %d with %s", e.Method, e.Path, e.Status, e.What)
}

// Hint returns how to fix it.
func (e *StrangeError) Hint() string {
	return "this is not an answer of a cluster: " + inBetween(e.via)
}

// Strange returns a *StrangeError if the answer has a good status and is not what a cluster gives for the request, nil
// otherwise.
func (a *Answer) Strange() error {
	if !a.OK() || a.Request.Method == http.MethodHead || json.Valid(a.Body) {
		return nil
	}
	e := &StrangeError{Method: a.Request.Method, Path: a.Request.Path, Status: a.Status, via: a.via}
	title, page := titleOf(a.Body)
	switch {
	case page && title != "":
		e.What = "a page of HTML, " + a.secrets.hide(title)
	case page:
		e.What = "a page of HTML"
	case len(bytes.TrimSpace(a.Body)) == 0:
		e.What = "an empty answer"
	case a.Request.Text && !strings.Contains(a.media, "json"):
		return nil
	case a.Body[0] == '{' || a.Body[0] == '[':
		e.What = "an answer that was cut off"
	default:
		e.What = "an answer that is not JSON"
	}
	return e
}
