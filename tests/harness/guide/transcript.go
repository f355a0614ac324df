package guide

import (
	"regexp"
	"strings"
)

// Transcript is a command of a console block and the output shown for it.
type Transcript struct {
	Line    int
	Command string
	Output  string
}

// Answers reports whether an output is the one that is shown, where … matches any text.
func (shown Transcript) Answers(output string) bool {
	pattern := strings.ReplaceAll(regexp.QuoteMeta(shown.Output), "…", ".*")
	return regexp.MustCompile("^" + pattern + "$").MatchString(output)
}

// Transcripts finds the lines "$ command" of console blocks, with the output after them. A command continues
// after a backslash.
func Transcripts(text string) []Transcript {
	var list []Transcript
	inside, goesOn := false, false
	for i, line := range strings.Split(text, "\n") {
		command, isCommand := strings.CutPrefix(line, "$ ")
		switch last := len(list) - 1; {
		case strings.HasPrefix(line, "```"):
			inside = line == "```console"
		case !inside:
		case goesOn:
			list[last].Command += strings.TrimSuffix(line, "\\")
			goesOn = strings.HasSuffix(line, "\\")
		case isCommand:
			list = append(list, Transcript{Line: i + 1, Command: strings.TrimSuffix(command, "\\")})
			goesOn = strings.HasSuffix(command, "\\")
		case last >= 0:
			list[last].Output = strings.TrimPrefix(list[last].Output+"\n"+line, "\n")
		}
	}
	return list
}
