package weburl

import (
	"net/url"
	"strings"
)

// Base parses a base URL and normalizes it to the form that scripts see in a URL object.
func Base(text string) (base *url.URL, problem string) {
	parsed, ok := Parse(strings.TrimSpace(text), nil)
	switch {
	case !ok || parsed.Scheme != "http" && parsed.Scheme != "https":
		return nil, "must be a URL that begins with https:// or http://"
	case parsed.Username != "" || parsed.Password != "":
		return nil, "must not contain a user; use auth.basic instead"
	case parsed.Search() != "" || parsed.Hash() != "":
		return nil, "must not have a query or a fragment"
	}
	base, err := url.Parse(strings.TrimRight(parsed.Href(), "/"))
	if err != nil {
		return nil, "must be a URL"
	}
	return base, ""
}
