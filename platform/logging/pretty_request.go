package logging

import (
	"fmt"
	"log/slog"
	"strings"

	"golang.org/x/text/width"
)

// terminalWidth is the greatest number of columns for the line of a request.
const terminalWidth = 120

// requestMessage is the message that package host logs for each request.
const requestMessage = "request"

// requestLine builds a message from the attributes of a request that fits on a line: the request, its status, and its
// handler. The rest is the trace, by which all other lines about the request can be found.
func requestLine(attrs []slog.Attr) (message string, rest []slog.Attr) {
	said := map[string]string{}
	taken := len("15:04:05 INF ")
	for _, a := range attrs {
		said[a.Key] = harmless(forPeople(nil, a).Value.String())
		if a.Key == "trace" {
			rest = append(rest, a)
			taken += len(" trace=") + len(said[a.Key])
		}
	}
	handler := said["handler"]
	if name := said["route"]; name != "" {
		handler += " (" + name + ")"
	}
	answer := fmt.Sprintf(" %s %s %sB", said["status"], said["duration"], said["bytes"])
	room := terminalWidth - taken - len(said["method"]) - len(answer) - 2
	path := said["path"]
	handler = inColumns(handler, max(room/2, room-columns(path)))
	path = inColumns(path, room-columns(handler))
	return strings.TrimRight(said["method"]+" "+path+answer+" "+handler, " "), rest
}

// inColumns cuts a text to a number of columns.
func inColumns(text string, most int) string {
	if columns(text) <= most {
		return text
	}
	taken := 1 // for the ellipsis
	for i, r := range text {
		if taken += columnsOf(r); taken > most {
			return text[:i] + "…"
		}
	}
	return text
}

func columns(text string) (n int) {
	for _, r := range text {
		n += columnsOf(r)
	}
	return n
}

// columnsOf returns how many columns a terminal uses for a character.
func columnsOf(r rune) int {
	if k := width.LookupRune(r).Kind(); k == width.EastAsianWide || k == width.EastAsianFullwidth {
		return 2
	}
	return 1
}
