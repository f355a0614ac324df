package events

import (
	"context"
	"log/slog"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/fwrun/fwrun/security"
)

// Kind is what has happened.
type Kind string

// The kinds.
const (
	Login   Kind = "login"   // somebody has logged in
	Logout  Kind = "logout"  // somebody has logged out
	Revoked Kind = "revoked" // the sessions of a user were ended
	Failure Kind = "failure" // a log-in has failed
	Locked  Kind = "locked"  // a log-in or an API key was refused, since the name or the address is locked out
	Denied  Kind = "denied"  // somebody who is known may not do something
	Refused Kind = "refused" // credentials are not good, such as a token
)

// Kinds lists all of them.
func Kinds() []Kind { return []Kind{Login, Logout, Revoked, Failure, Locked, Denied, Refused} }

// level returns the level of a line of the log.
func (k Kind) level() slog.Level {
	if k == Login || k == Logout || k == Revoked {
		return slog.LevelInfo
	}
	return slog.LevelWarn
}

// text returns the message of a line of the log.
func (k Kind) text() string {
	switch k {
	case Login:
		return "somebody has logged in"
	case Logout:
		return "somebody has logged out"
	case Revoked:
		return "the sessions of a user were ended"
	case Failure:
		return "a log-in has failed"
	case Locked:
		return "credentials were not checked: too many attempts have failed"
	case Denied:
		return "a request was denied"
	}
	return "credentials were refused"
}

// Event is something that has happened. What is not known is empty.
type Event struct {
	Kind    Kind
	Name    string // of the user, or of the one that a client claimed to be
	Address string // of the client
	Path    string // of the request
	Request string // its id
	At      time.Time
}

// The longest name and the longest path of an event, in bytes.
const (
	longestName = 256
	longestPath = 1024
)

// Of returns an event of somebody, for the client that a context is for.
func Of(ctx context.Context, k Kind, name string) Event {
	e := Event{Kind: k, Name: name}
	if c := security.CallerOf(ctx); c != nil {
		e.Path, e.Request = c.Path, c.Request
		if c.Address.IsValid() {
			e.Address = c.Address.String()
		}
	}
	return e
}

// cleaned returns the event as it is logged and kept: its texts are of a bounded length, and have no characters that mean something to readers.
func (e Event) cleaned() Event {
	e.Name, e.Path = harmless(e.Name, longestName), harmless(e.Path, longestPath)
	return e
}

// harmless returns a text in which characters that are not shown are escaped, cut to a length.
func harmless(text string, longest int) string {
	cut := ""
	if len(text) > longest {
		for !utf8.RuneStart(text[longest]) {
			longest--
		}
		text, cut = text[:longest], "…"
	}
	if strings.IndexFunc(text, isHidden) < 0 && utf8.ValidString(text) {
		return strings.Clone(text) + cut
	}
	var b strings.Builder
	for _, r := range strings.ToValidUTF8(text, "\uFFFD") {
		if isHidden(r) {
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String() + cut
}

// isHidden reports whether a character is not shown, or makes others be shown in another way.
func isHidden(r rune) bool { return !unicode.IsGraphic(r) || unicode.Is(unicode.Zs, r) && r != ' ' }

// attributes returns what a line of the log says besides its message.
func (e *Event) attributes() []slog.Attr {
	attrs := []slog.Attr{slog.String("type", string(e.Kind))}
	for _, one := range [][2]string{{"name", e.Name}, {"address", e.Address}, {"path", e.Path}, {"request", e.Request}} {
		if one[1] != "" {
			attrs = append(attrs, slog.String(one[0], one[1]))
		}
	}
	return attrs
}
