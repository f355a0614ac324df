package tape

import (
	"net/http"
	"strings"

	"github.com/fwrun/fwrun/devtools/replay"
	"github.com/fwrun/fwrun/devtools/stories"
)

// Recorder makes what records. Its zero value is of no use: see [New].
type Recorder struct {
	masks *stories.Recorder
	// HideChance masks random bytes: in production they may be tokens of users.
	HideChance bool
}

// New returns a Recorder that masks as stories do.
func New(masks *stories.Recorder) *Recorder { return &Recorder{masks: masks} }

// text returns a text with a name without secrets.
func (r *Recorder) text(name, text string) string { return r.masks.Value(name, text) }

// body returns a body without secrets.
func (r *Recorder) body(mediaType string, data []byte, compared bool) replay.Body {
	shown, isText := r.masks.Body(mediaType, data)
	switch {
	case isText:
	case strings.HasPrefix(strings.ToLower(mediaType), "multipart/"): // its parts have names of their own, and may be secret
		masked := replay.Masked
		return replay.Body{Text: &masked}
	default:
		return replay.BodyOf(mediaType, data, compared)
	}
	return replay.BodyOf(mediaType, []byte(shown), compared)
}

// headers returns a header without secrets.
func (r *Recorder) headers(h http.Header, leave func(string) bool) replay.Headers {
	shown := http.Header{}
	for name, values := range h {
		for _, value := range values {
			if before, query, has := strings.Cut(value, "?"); has {
				value = before + "?" + r.masks.Query(query)
			}
			shown.Add(name, r.text(name, value))
		}
	}
	return replay.HeadersOf(shown, leave)
}

// asksOf returns what is asked, with the body of a request.
func asksOf(asks map[string]any, body replay.Body) map[string]any {
	body.AddTo(asks)
	return asks
}
