package script

import (
	"bytes"
	"errors"
	"fmt"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/guide"
)

// shownURL is the address of the applications in the documentation.
const shownURL = "http://127.0.0.1:8080"

func runReadme(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 1, "readme <file>")
	run, patient := 0, false
	for _, shown := range guide.Transcripts(ts.ReadFile(args[0])) {
		if !strings.HasPrefix(shown.Command, "curl ") {
			patient = strings.HasPrefix(shown.Command, "sleep ")
			continue
		}
		r, err := parseCurl(shown.Command, filepath.Dir(ts.MkAbs(args[0])))
		if err != nil {
			ts.Fatalf("%s:%d: %v", args[0], shown.Line, err)
		}
		body := answerTo(ts, shown, r, patient)
		if !shown.Answers(body) {
			ts.Fatalf("%s:%d: %s\nanswers\n%s\nand the file shows\n%s", args[0], shown.Line, shown.Command, body, shown.Output)
		}
		run, patient = run+1, false
	}
	if run == 0 {
		ts.Fatalf("%s shows no curl command in a console block", args[0])
	}
}

// answerTo sends the request and returns the body of its answer. If it is patient, it repeats that until the answer is the one that is shown.
func answerTo(ts *testscript.TestScript, shown guide.Transcript, r request, patient bool) (body string) {
	ticks := time.NewTicker(5 * time.Millisecond) // there is no event to wait for
	defer ticks.Stop()
	for deadline := time.Now().Add(harness.Patience); ; <-ticks.C {
		got, err := r.send(ts.Getenv("URL"))
		ts.Check(err)
		body = strings.TrimSuffix(got.Body, "\n")
		if !patient || shown.Answers(body) || time.Now().After(deadline) {
			return body
		}
	}
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
