package compress

import "strings"

// Types lists the media types that are worth compressing, in the form that [Options] takes. Images, audio, video and
// archives are compressed already.
func Types() []string {
	return []string{
		"text/*", "*+json", "*+xml", "*+yaml",
		"application/json", "application/x-ndjson", "application/xml", "application/yaml",
		"application/javascript", "application/wasm", "application/rtf", "application/sql",
		"application/vnd.ms-fontobject", "font/ttf", "font/otf", "font/collection",
		"image/bmp", "image/x-icon",
	}
}

// types is a set of media types.
type types struct {
	exact    map[string]bool
	kinds    []string // "text/" for "text/*"
	suffixes []string // "+json" for "*+json"
}

func newTypes(list []string) types {
	out := types{exact: map[string]bool{}}
	for _, one := range list {
		one = strings.ToLower(strings.TrimSpace(one))
		switch {
		case strings.HasSuffix(one, "/*"):
			out.kinds = append(out.kinds, strings.TrimSuffix(one, "*"))
		case strings.HasPrefix(one, "*+"):
			out.suffixes = append(out.suffixes, one[1:])
		default:
			out.exact[one] = true
		}
	}
	return out
}

// has reports whether the set contains a Content-Type, whose parameters do not count.
func (t types) has(contentType string) bool {
	essence, _, _ := strings.Cut(contentType, ";")
	essence = strings.ToLower(strings.TrimSpace(essence))
	if t.exact[essence] {
		return true
	}
	for _, kind := range t.kinds {
		if strings.HasPrefix(essence, kind) {
			return true
		}
	}
	for _, suffix := range t.suffixes {
		if strings.HasSuffix(essence, suffix) {
			return true
		}
	}
	return false
}
