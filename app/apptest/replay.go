package apptest

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/devtools/replay"
	"github.com/fwrun/fwrun/engine/bundle"
	"github.com/fwrun/fwrun/platform/fault"
)

// Replayed is the result of one recorded request.
type Replayed struct {
	Name     string // of the request: its method and path
	Compared replay.Compared
	Missed   []*replay.Missed // what it asked of its host otherwise than in the file
	Failures []Failure        // all of it, in words
	Answer   replay.Answer
	File     *replay.File
	Output   []string // what scripts printed
	Strays   []Failure
}

// OK reports whether all went as in the file.
func (r *Replayed) OK() bool { return len(r.Failures) == 0 && len(r.Strays) == 0 }

// ReadReplay reads the file of a recorded request. The error is a *fault.Error.
func ReadReplay(path string) (*replay.File, error) {
	text, err := readBounded(path)
	if err != nil {
		return nil, err
	}
	return replay.Parse(text)
}

// readBounded reads a file, unless it is too large to be a recorded request.
func readBounded(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fault.New("replay.file", fault.NotFound, "there is no file "+path)
	case err != nil:
		return nil, fault.New("replay.file", fault.Invalid, "the file cannot be read").Because(err)
	case info.Size() > replay.MaxFile:
		return make([]byte, replay.MaxFile+1), nil // which is refused
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fault.New("replay.file", fault.Invalid, "the file cannot be read").Because(err)
	}
	return text, nil
}

// Replay sends the request of a file to an application of its own, and compares. The profile of the options is added to "test".
func Replay(ctx context.Context, options app.Options, file *replay.File) (*Replayed, error) {
	options.Profile = app.TestProfiles(options.Profile, options.Env)
	return replayed(ctx, options, file, nil)
}

// replayed is Replay; what has run is added to what is covered, unless that is nil.
func replayed(ctx context.Context, options app.Options, file *replay.File, covered *covered) (*Replayed, error) {
	printed, strays := &console{}, &strayErrors{}
	options.Logger = func(app.LogSettings) *slog.Logger { return slog.New(slog.DiscardHandler) }
	done, err := app.Replay(ctx, options, file, app.ReplayOptions{Console: slog.New(printed), Stray: strays.add, Coverage: covered != nil})
	if err != nil {
		return nil, err
	}
	covered.add(done.Folder, done.Counts)
	r := &Replayed{
		Name: file.Request.Name(), Compared: file.Compare(&done.Answer), Missed: done.Result.Missed, Answer: done.Answer, File: file,
		Output: printed.take(),
	}
	for _, s := range strays.take() {
		r.Strays = append(r.Strays, s.failure())
	}
	r.Failures = replayFailures(r, done)
	return r, nil
}

// replayFailures says what went otherwise than in the file: what was asked first, since the answer follows from that.
func replayFailures(r *Replayed, done *app.Replayed) (list []Failure) {
	for _, missed := range r.Missed {
		f := Failure{Message: missed.Message, Hint: hintFor(missed)}
		f.Diff = diff(replay.Lines(missed.Expected), replay.Lines(missed.Received))
		list = append(list, f)
	}
	if len(list) > maxMissed {
		list = append(list[:maxMissed], Failure{Message: "and " + itoa(len(r.Missed)-maxMissed) + " more differences from the recording"})
	}
	if different := r.Compared.Differences; len(different) > 0 {
		f := Failure{Message: "the answer is not the one that was recorded: " + placesOf(different), Diff: diff(r.Compared.Expected, r.Compared.Received)}
		for _, d := range different {
			if d.Why != "" {
				f.Message += "\n" + d.Path + " " + d.Why
			}
		}
		list = append(list, f)
	}
	if len(list) == 0 {
		return nil
	}
	list[0].Because = handlerFailures(done.Failures)
	if masked := append(r.File.Request.MaskedIn(), done.Result.Masked...); len(masked) > 0 {
		last := &list[len(list)-1]
		last.Hint = strings.TrimPrefix(last.Hint+"; ", "; ") +
			"masked values may be the reason: put values that the test can use in place of " + replay.Masked +
			" in " + strings.Join(masked[:min(len(masked), maxMissed)], ", ")
	}
	return list
}

// maxMissed is how many differences of one kind are shown.
const maxMissed = 5

func hintFor(m *replay.Missed) string {
	switch {
	case m.Expected == nil:
		return "if the application should make this call, record the request again, or add the call to the file by hand"
	case m.Received == nil:
		return "if the application should no longer make this call, remove it from the file, or record the request again"
	}
	return "record the request again, or change it in the file by hand; where it may differ, write a matcher such as {\"$any\": \"string\"}"
}

// placesOf lists the first places of differences.
func placesOf(list []replay.Difference) string {
	var names []string
	for _, d := range list[:min(len(list), maxMissed)] {
		names = append(names, d.Path)
	}
	if len(list) > maxMissed {
		names = append(names, "…")
	}
	return strings.Join(names, ", ")
}

// recorded runs the file of a recorded request as a test of its own.
func (r *run) recorded(ctx context.Context, name string) *File {
	began := time.Now()
	out := &File{Name: name}
	defer func() { out.Took = time.Since(began) }()
	path := filepath.Join(r.App.Folder, filepath.FromSlash(name))
	file, err := ReadReplay(path)
	if err != nil {
		out.Err = err
		return out
	}
	test := &Test{Name: file.Request.Name(), Status: Passed, Place: fault.Place{File: name, Line: 1}}
	if r.Matches != nil && !r.Matches(test.Name) {
		return out
	}
	out.Tests = []*Test{test}
	if r.stopped(ctx) {
		test.leave("the run was stopped")
		return out
	}
	limited, cancel := context.WithTimeout(ctx, r.Timeout)
	defer cancel()
	done, err := replayed(limited, r.App, file, r.covered)
	test.Took = time.Since(began)
	switch {
	case err != nil && limited.Err() != nil && ctx.Err() == nil:
		test.Failures = []Failure{{Message: "not finished within " + r.Timeout.String(), Hint: "raise the limit with --timeout"}}
	case err != nil:
		out.Err, out.Tests = err, nil
		return out
	default:
		test.Failures, test.Output = slices.Concat(done.Failures, done.Strays), done.Output
	}
	if len(test.Failures) > 0 {
		test.Status = Failed
		r.failed.Add(1)
	}
	return out
}

// findReplays lists the files of recorded requests of an application, where test files may be.
func findReplays(folder fs.FS) ([]string, error) {
	var files []string
	err := fs.WalkDir(folder, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && !bundle.HoldsTests(name):
			return fs.SkipDir
		case !entry.IsDir() && app.IsReplay(name):
			files = append(files, name)
		}
		return nil
	})
	return files, err
}
