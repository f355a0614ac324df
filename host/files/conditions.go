package files

import (
	"net/http"
	"strings"
	"time"
)

// Version identifies a state of a file.
type Version struct {
	ETag     string    // `"abc"`, or weak: `W/"abc"`; empty if there is none
	Modified time.Time // zero if it is not known
}

// Asked is what a GET or HEAD asks of a file: the values of its headers as they were sent. Repeated headers are joined
// with commas.
type Asked struct {
	Head bool // then ranges are ignored

	IfMatch, IfNoneMatch, IfModifiedSince, IfUnmodifiedSince string
	IfRange, Range                                           string
}

// Answer is the result of the conditions and ranges.
type Answer struct {
	Status int     // 200, 206, 304, 412 or 416
	Ranges []Range // for 206, in the order in which they are sent
}

// Answer evaluates the conditions in the order of RFC 9110, section 13.2.2.
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
	case outcome == Ignored, size == 0: // some clients ask for a range of an empty file
		return Answer{Status: http.StatusOK}
	case outcome == Unsatisfiable:
		return Answer{Status: http.StatusRequestedRangeNotSatisfiable}
	default:
		return Answer{http.StatusPartialContent, ranges}
	}
}

// isExpected reports whether If-Match lists the tag or, without If-Match, whether If-Unmodified-Since holds.
func (a Asked) isExpected(v Version) bool {
	if a.IfMatch != "" {
		return listsTag(a.IfMatch, v.ETag, strongly)
	}
	since, ok := parseTime(a.IfUnmodifiedSince)
	return !ok || v.Modified.IsZero() || !inSeconds(v.Modified).After(since)
}

// isKnown reports whether If-None-Match lists the tag or, without If-None-Match, whether the file was not modified
// after If-Modified-Since.
func (a Asked) isKnown(v Version) bool {
	if a.IfNoneMatch != "" {
		return listsTag(a.IfNoneMatch, v.ETag, weakly)
	}
	since, ok := parseTime(a.IfModifiedSince)
	return ok && !v.Modified.IsZero() && !inSeconds(v.Modified).After(since)
}

// isOfRange reports whether If-Range, if it was sent, names the current version.
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

// listsTag reports whether a list has the tag, or is the asterisk, which means any file.
func listsTag(list, tag string, equal func(a, b string) bool) bool {
	list = strings.Trim(list, " \t")
	if list == "*" {
		return true
	}
	for list != "" {
		one, rest, ok := cutTag(list)
		if !ok {
			return false // the rest of a malformed list is ignored
		}
		if equal(one, tag) {
			return true
		}
		list = strings.TrimLeft(rest, " \t,")
	}
	return false
}

// cutTag cuts one entity tag, W/"…" or "…", from the beginning.
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

// IsTag reports whether a text is one entity tag.
func IsTag(text string) bool {
	tag, _, ok := cutTag(text)
	return ok && tag == text
}

func strongly(a, b string) bool { return a == b && a != "" && a[0] == '"' }

func weakly(a, b string) bool {
	return b != "" && strings.TrimPrefix(a, "W/") == strings.TrimPrefix(b, "W/")
}

// parseTime parses a date, and reports whether it is valid. An invalid date is ignored.
func parseTime(text string) (time.Time, bool) {
	if text == "" {
		return time.Time{}, false
	}
	t, err := http.ParseTime(text)
	return t, err == nil
}

// inSeconds returns t at the precision of headers.
func inSeconds(t time.Time) time.Time { return t.Truncate(time.Second) }
