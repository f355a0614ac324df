package stories

import (
	"fmt"
	"net/http"
	"time"

	"github.com/fwrun/fwrun/app/tape"
	"github.com/fwrun/fwrun/devtools/replay"
	"github.com/fwrun/fwrun/devtools/stories"
	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/logging"
)

// recordings is how the requests of a generation are recorded. A nil one records nothing.
type recordings struct {
	recorder *tape.Recorder
	own      *stories.Recorder // of those of which files are made
	budget   *replay.Budget
	keeper   *keeper // nil if no files are written
	context  string  // path of the application
}

// recordingMemory is what the recordings of requests in flight may take altogether.
const recordingMemory = 32 << 20

// openRecordings lets requests be recorded, if the console may save them as tests, or if files of them are wanted.
func (p *Part) openRecordings(before *Part) *recordings {
	wanted := p.settings.record
	if p.recorder == nil && wanted.folder == "" {
		return nil
	}
	masks := p.recorder
	if masks == nil {
		masks = stories.New(maskingMemory)
	}
	r := &recordings{recorder: tape.New(masks), context: p.about.ContextPath, budget: replay.NewBudget(recordingMemory)}
	r.recorder.HideChance = !p.about.Dev
	if wanted.folder != "" {
		r.own, r.keeper = stories.New(maskingMemory), keeperOf(before, wanted, p.about.Logs.Logger(logging.Fwrun))
	}
	return r
}

// maskingMemory is for texts whose masks are known already.
const maskingMemory = 1 << 20

// keeps reports whether requests are written to files, even if no story is made of them.
func (r *recordings) keeps() bool { return r != nil && r.keeper != nil }

// wants reports whether a file is made of a request that was answered with this status.
func (r *recordings) wants(status int) bool {
	return r.keeps() && (!r.keeper.onlyErrors || status >= http.StatusInternalServerError)
}

// settle waits until the files of what has ended are written.
func (r *recordings) settle() {
	if r.keeps() {
		r.keeper.work()
	}
}

// begin begins the recording of a request.
func (r *recordings) begin() *replay.Tape {
	t := new(replay.Tape)
	t.Begin(r.budget)
	return t
}

// saved is what is kept of a recording with a story.
type saved struct {
	of     replay.Recording
	sender *replay.Sender
	why    string // it cannot be saved; empty if it can be
}

func (s *saved) bytes() int { return 96 + len(s.why) + s.of.Bytes() }

// end ends the recording of a request, and writes its file if that is wanted. It returns what is kept with its story: nothing, if the
// request has asked its host for nothing.
func (r *recordings) end(t *replay.Tape, answer *host.Roundtrip, end *stories.End, remembered bool) *saved {
	if r == nil {
		return nil
	}
	wanted := !answer.Mounted && r.wants(answer.Status)
	if !wanted && !remembered {
		t.Drop()
		return nil
	}
	made := savedOf(t, answer)
	if wanted {
		r.keep(made, answer, end)
	}
	return made
}

// savedOf returns what is kept; nil for a request that has asked for nothing.
func savedOf(t *replay.Tape, answer *host.Roundtrip) *saved {
	recording, err := t.End()
	s := &saved{of: recording}
	switch {
	case answer.Mounted:
		s.why = "it was answered by fwrun itself, not by a handler of the application"
	case answer.Session:
		s.why = "it uses its session, which is not recorded"
	case err != nil:
		s.why = err.Error()
	}
	if p := answer.Principal; p != nil {
		s.sender = &replay.Sender{Name: p.Name, Roles: p.Roles, Scopes: p.Scopes}
	}
	if s.why == "" && s.sender == nil && len(recording.Calls) == 0 {
		return nil
	}
	return s
}

// keep writes the file of a request. Its texts are masked as the console's are.
func (r *recordings) keep(made *saved, answer *host.Roundtrip, end *stories.End) {
	began := answer.Began
	story := r.own.Begin(stories.HTTP, began)
	story.End(end)
	whole := story.Whole()
	file, err := r.file(&whole, made)
	r.keeper.take(file, began, err)
}

// file makes the file of a request whose story is known. The error says why there is none.
func (r *recordings) file(whole *stories.Whole, made *saved) (*replay.File, error) {
	if made == nil {
		made = &saved{}
	}
	if err := r.cannot(whole, made); err != nil {
		return nil, err
	}
	return recordedFile(whole, made, r.context), nil
}

// cannot returns why a request cannot be saved; nil if it can be.
func (r *recordings) cannot(whole *stories.Whole, made *saved) error {
	why := made.why
	switch {
	case whole.Kind != stories.HTTP:
		why = fmt.Sprintf("only requests can be saved as tests, and this is a %s", whole.Kind)
	case why != "":
	case whole.Request.Note != "":
		why = "its body was not kept: " + whole.Request.Note
	case whole.Response.Note != "":
		why = "its answer was not kept: " + whole.Response.Note
	case hasMore(whole.Request.Headers), hasMore(whole.Response.Headers):
		why = "its headers are longer than what is kept"
	}
	if why == "" {
		return nil
	}
	return fault.New("app.save", fault.Conflict, "this request cannot be saved as a test: "+why)
}

// recordedAt is how files say when they were recorded.
func recordedAt(at time.Time) string { return at.UTC().Format("2006-01-02T15:04:05.000Z07:00") }
