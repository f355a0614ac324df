package tests

import (
	"bytes"
	"errors"
	"fmt"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// shownURL is the address of the applications in the documentation.
const shownURL = "http://127.0.0.1:8080"

// transcript is a command of a console block and the output shown for it.
type transcript struct {
	line    int
	command string
	output  string
}

func runReadme(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 1, "readme <file>")
	run, patient := 0, false
	for _, shown := range transcripts(ts.ReadFile(args[0])) {
		if !strings.HasPrefix(shown.command, "curl ") {
			patient = strings.HasPrefix(shown.command, "sleep ")
			continue
		}
		r, err := parseCurl(shown.command, filepath.Dir(ts.MkAbs(args[0])))
		if err != nil {
			ts.Fatalf("%s:%d: %v", args[0], shown.line, err)
		}
		body := shown.ask(ts, r, patient)
		if !shown.answers(body) {
			ts.Fatalf("%s:%d: %s\nanswers\n%s\nand the file shows\n%s", args[0], shown.line, shown.command, body, shown.output)
		}
		run, patient = run+1, false
	}
	if run == 0 {
		ts.Fatalf("%s shows no curl command in a console block", args[0])
	}
}

// ask sends the request and returns the body of its answer. If it is patient, it repeats that until the answer is the one that is shown.
func (shown transcript) ask(ts *testscript.TestScript, r request, patient bool) (body string) {
	ticks := time.NewTicker(5 * time.Millisecond) // there is no event to wait for
	defer ticks.Stop()
	for deadline := time.Now().Add(patience); ; <-ticks.C {
		got, err := r.send(ts.Getenv("URL"))
		ts.Check(err)
		body = strings.TrimSuffix(got.body, "\n")
		if !patient || shown.answers(body) || time.Now().After(deadline) {
			return body
		}
	}
}

// answers reports whether an output is the one that is shown, where … matches any text.
func (shown transcript) answers(output string) bool {
	pattern := strings.ReplaceAll(regexp.QuoteMeta(shown.output), "…", ".*")
	return regexp.MustCompile("^" + pattern + "$").MatchString(output)
}

// transcripts finds the lines "$ command" of console blocks, with the output after them. A command continues
// after a backslash.
func transcripts(text string) []transcript {
	var list []transcript
	inside, goesOn := false, false
	for i, line := range strings.Split(text, "\n") {
		command, isCommand := strings.CutPrefix(line, "$ ")
		switch last := len(list) - 1; {
		case strings.HasPrefix(line, "```"):
			inside = line == "```console"
		case !inside:
		case goesOn:
			list[last].command += strings.TrimSuffix(line, "\\")
			goesOn = strings.HasSuffix(line, "\\")
		case isCommand:
			list = append(list, transcript{line: i + 1, command: strings.TrimSuffix(command, "\\")})
			goesOn = strings.HasSuffix(command, "\\")
		case last >= 0:
			list[last].output = strings.TrimPrefix(list[last].output+"\n"+line, "\n")
		}
	}
	return list
}

// parseCurl parses a curl command with the few options that the documentation uses. Files that it uploads are in the folder.
func parseCurl(command, folder string) (request, error) {
	words, err := shellWords(command)
	if err != nil {
		return request{}, err
	}
	r := request{method: http.MethodGet, header: http.Header{}}
	for i := 1; i < len(words); i++ {
		word := words[i]
		if path, ok := strings.CutPrefix(word, shownURL); ok {
			r.path = path
			continue
		}
		if i++; i == len(words) {
			return r, fmt.Errorf("%s has no value", word)
		}
		switch word {
		case "-X":
			r.method = words[i]
		case "-H":
			name, value, _ := strings.Cut(words[i], ":")
			r.header.Add(name, strings.TrimSpace(value))
		case "-d":
			r.body = words[i]
		case "--json":
			r.body = words[i]
			if r.method == http.MethodGet {
				r.method = http.MethodPost
			}
		case "-F":
			if err := r.attach(words[i], folder); err != nil {
				return r, err
			}
		default:
			return r, fmt.Errorf("the option %s is not understood here", word)
		}
	}
	if r.path == "" {
		return r, fmt.Errorf("there is no URL that begins with %s", shownURL)
	}
	return r, nil
}

// attach makes a form with one file of it: field=@name.
func (r *request) attach(form, folder string) error {
	field, name, _ := strings.Cut(form, "=@")
	content, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		return err
	}
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	part, err := w.CreateFormFile(field, filepath.Base(name))
	if err == nil {
		_, err = part.Write(content)
	}
	r.method = http.MethodPost
	r.header.Set("Content-Type", w.FormDataContentType())
	if err := errors.Join(err, w.Close()); err != nil {
		return err
	}
	r.body = body.String()
	return nil
}

// shellWords splits a command line at blanks, except between quotes.
func shellWords(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	open, quote := false, rune(0)
	for _, r := range line {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			open, quote = true, r
		case quote == 0 && r == ' ':
			if open {
				words = append(words, word.String())
				word.Reset()
			}
			open = false
		default:
			open = true
			word.WriteRune(r)
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("a %c is not closed", quote)
	}
	if open {
		words = append(words, word.String())
	}
	return words, nil
}
