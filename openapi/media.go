package openapi

import (
	"slices"
	"strings"
)

// The media types of bodies that no one has stated.
const (
	typeJSON      = "application/json"
	typeXML       = "application/xml"
	typeText      = "text/plain"
	typeBytes     = "application/octet-stream"
	typeForm      = "application/x-www-form-urlencoded"
	typeMultipart = "multipart/form-data"
	typeLines     = "application/x-ndjson"
	typeEvents    = "text/event-stream"
	typeProblem   = "application/problem+json"
)

// media is a media type without parameters, lower case.
type media struct{ text string }

// mediaList reads media types, each once.
func mediaList(texts []string) (list []media) {
	for _, text := range texts {
		essence, _, _ := strings.Cut(text, ";")
		m := media{strings.ToLower(strings.TrimSpace(essence))}
		if !slices.Contains(list, m) {
			list = append(list, m)
		}
	}
	return list
}

func (m media) isJSON() bool {
	return m.text == typeJSON || strings.HasPrefix(m.text, "application/") && strings.HasSuffix(m.text, "+json")
}

func (m media) isXML() bool {
	return m.text == typeXML || m.text == "text/xml" || strings.HasSuffix(m.text, "+xml")
}

func (m media) isForm() bool { return m.text == typeForm || m.text == typeMultipart }

func (m media) isRange() bool { return strings.Contains(m.text, "*") }

// isStream reports whether items are sent one by one, each as JSON.
func (m media) isStream() bool {
	return m.text == typeEvents || strings.HasSuffix(m.text, "ndjson") || m.text == "application/jsonl" || m.text == "application/json-seq"
}

func (m media) isBinary() bool {
	kind, _, _ := strings.Cut(m.text, "/")
	return m.text == typeBytes || kind == "image" || kind == "audio" || kind == "video" || kind == "font"
}
