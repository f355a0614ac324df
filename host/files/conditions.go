package files

import (
	"net/http"
	"strings"
	"time"
)

// Version tells one state of a file from another.
type Version struct {
	ETag     string    // `"abc"`, or weak: `W/"abc"`; none when empty
	Modified time.Time // none when zero
}

// Asked is what a GET or HEAD asks of a file: its headers, each as it was sent. Repeated ones are
// joined with commas.
type Asked struct {
	Head bool // ranges mean nothing then

	IfMatch, IfNoneMatch, IfModifiedSince, IfUnmodifiedSince string
	IfRange, Range                                           string
}

// Answer is what it comes to.
type Answer struct {
	Status int     // 200, 206, 304, 412 or 416
	Ranges []Range // of 206, in the order they are sent
}

// Answer takes the conditions in the order of RFC 9110, section 13.2.2.
func (a Asked) Answer(v Version, size int64) Answer {
	switch {
	case !a.isExpected(v):
		return Answer{Status: http.StatusPreconditionFailed}
	case a.isKnown(v):
		return Answer{Status: http.StatusNotModified}
	case a.Head || a.Range == "" || !a.isOfRange(v):
		return Answer{Status: http.StatusOK}
	}
	return answerRanges(a.Range, size)
}

func answerRanges(header string, size int64) Answer {
	switch ranges, outcome := ParseRanges(header, size); {
	case outcome == Ignored, size == 0: // some clients ask for a range of everything
		return Answer{Status: http.StatusOK}
	case outcome == Unsatisfiable:
		return Answer{Status: http.StatusRequestedRangeNotSatisfiable}
	default:
		return Answer{http.StatusPartialContent, ranges}
	}
}

// isExpected: If-Match wants one of its tags, or else If-Unmodified-Since a time.
func (a Asked) isExpected(v Version) bool {
	if a.IfMatch != "" {
		return listsTag(a.IfMatch, v.ETag, strongly)
	}
	since, ok := parseTime(a.IfUnmodifiedSince)
	return !ok || v.Modified.IsZero() || !inSeconds(v.Modified).After(since)
}

// isKnown: If-None-Match has the tag, or else If-Modified-Since the time, of what there is.
func (a Asked) isKnown(v Version) bool {
	if a.IfNoneMatch != "" {
		return listsTag(a.IfNoneMatch, v.ETag, weakly)
	}
	since, ok := parseTime(a.IfModifiedSince)
	return ok && !v.Modified.IsZero() && !inSeconds(v.Modified).After(since)
}

// isOfRange: what If-Range has a part of is what there is.
func (a Asked) isOfRange(v Version) bool {
	if a.IfRange == "" {
		return true
	}
	if tag, rest, ok := cutTag(a.IfRange); ok {
		return strings.Trim(rest, " \t") == "" && strongly(tag, v.ETag)
	}
	at, ok := parseTime(a.IfRange)
	return ok && !v.Modified.IsZero() && inSeconds(v.Modified).Equal(at)
}

// listsTag looks a tag up in a list, or finds the asterisk that stands for any file.
func listsTag(list, tag string, equal func(a, b string) bool) bool {
	list = strings.Trim(list, " \t")
	if list == "*" {
		return true
	}
	for list != "" {
		one, rest, ok := cutTag(list)
		if !ok {
			return false // what comes behind something malformed means nothing
		}
		if equal(one, tag) {
			return true
		}
		list = strings.TrimLeft(rest, " \t,")
	}
	return false
}

// cutTag reads one entity tag, W/"…" or "…", from the front.
func cutTag(text string) (tag, rest string, ok bool) {
	text = strings.TrimLeft(text, " \t,")
	start := len(text) - len(strings.TrimPrefix(text, "W/"))
	if len(text) <= start || text[start] != '"' {
		return "", "", false
	}
	for i := start + 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			return text[:i+1], text[i+1:], true
		case c < '!' || c == 0x7f:
			return "", "", false
		}
	}
	return "", "", false
}

// IsTag tells whether a text is one entity tag.
func IsTag(text string) bool {
	tag, _, ok := cutTag(text)
	return ok && tag == text
}

func strongly(a, b string) bool { return a == b && a != "" && a[0] == '"' }

func weakly(a, b string) bool {
	return b != "" && strings.TrimPrefix(a, "W/") == strings.TrimPrefix(b, "W/")
}

// parseTime reads a date; one that is malformed is as if it were not there.
func parseTime(text string) (time.Time, bool) {
	if text == "" {
		return time.Time{}, false
	}
	t, err := http.ParseTime(text)
	return t, err == nil
}

// inSeconds is a time as headers can say it.
func inSeconds(t time.Time) time.Time { return t.Truncate(time.Second) }
