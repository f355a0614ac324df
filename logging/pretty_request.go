package logging

import (
	"fmt"
	"log/slog"
	"strings"

	"golang.org/x/text/width"
)

// terminalWidth is how many columns the line of a request takes at most.
const terminalWidth = 120

// requestMessage is what package host says of each request.
const requestMessage = "request"

// requestLine puts what people want to know of a request into a message that fits: what it was, how it was answered, by
// whom. What is left for further attributes is its trace, which leads to everything else about it.
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
	handler = shortened(handler, max(room/2, room-columns(path)))
	path = shortened(path, room-columns(handler))
	return strings.TrimRight(said["method"]+" "+path+answer+" "+handler, " "), rest
}

// shortened is a text of no more columns than there are.
func shortened(text string, most int) string {
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

// columnsOf is how many columns a terminal gives a character.
func columnsOf(r rune) int {
	if k := width.LookupRune(r).Kind(); k == width.EastAsianWide || k == width.EastAsianFullwidth {
		return 2
	}
	return 1
}
