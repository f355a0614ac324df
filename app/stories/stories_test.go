package stories

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/fwrun/fwrun/devtools/replay"
	"github.com/fwrun/fwrun/devtools/stories"
	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/logging"
)

// read reads the settings of an application.
func read(t *testing.T, text string, dev bool) Settings {
	t.Helper()
	props, problems := config.Load(fstest.MapFS{"config/application.yml": {Data: []byte(text)}}, config.Options{})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	r := props.Reader()
	s := Read(r, t.TempDir(), dev)
	if problems := r.Problems(); len(problems) > 0 {
		t.Fatal(problems)
	}
	return s
}

// about returns an application that nobody hears.
func about(t *testing.T) Application {
	return Application{Folder: t.TempDir(), Logs: logging.Over(slog.DiscardHandler, logging.Settings{}), KeyHeader: func() string { return "" }}
}

// TestOpen: what is remembered outlives a generation, unless its memory is another one; files go on where they are written to the same folder.
func TestOpen(t *testing.T) {
	folder := t.TempDir()
	const remembers, off = "devtools: { memory: 2MiB }", "devtools: { enabled: false }\n"
	records := func(more string) string { return "record: { folder: '" + folder + "'" + more + " }" }
	for name, c := range map[string]struct {
		before, next            string
		remembered, recorded    bool // by the next one
		sameStories, sameKeeper bool
	}{
		"nothing changed":    {before: remembers, next: remembers, remembered: true, recorded: true, sameStories: true},
		"another memory":     {before: remembers, next: "devtools: { memory: 3MiB }", remembered: true, recorded: true},
		"something else":     {before: remembers, next: remembers + "\nframework: {}", remembered: true, recorded: true, sameStories: true},
		"no console":         {before: remembers, next: off},
		"a console":          {before: off, next: remembers, remembered: true, recorded: true},
		"files":              {before: records(""), next: records(""), remembered: true, recorded: true, sameStories: true, sameKeeper: true},
		"other files":        {before: records(""), next: records(", only-errors: true"), remembered: true, recorded: true, sameStories: true},
		"no files any more":  {before: records(""), next: "{}", remembered: true, recorded: true, sameStories: true},
		"files alone":        {before: off, next: off + records(""), recorded: true},
		"files alone, still": {before: off + records(""), next: off + records(""), recorded: true, sameKeeper: true},
	} {
		before := Open(read(t, c.before, true), about(t), nil)
		next := Open(read(t, c.next, true), about(t), before)
		if got := next.Recorder() != nil; got != c.remembered {
			t.Errorf("%s: remembered: %v", name, got)
		}
		if got := next.Deck(false).Recorder != nil; got != c.recorded || (next.Follow() != nil) != (c.recorded || c.remembered) {
			t.Errorf("%s: recorded: %v", name, got)
		}
		if got := next.Recorder() != nil && next.Recorder() == before.Recorder(); got != c.sameStories {
			t.Errorf("%s: the same stories: %v", name, got)
		}
		if got := before.recordings.keeps() && next.recordings.keeps() && next.recordings.keeper == before.recordings.keeper; got != c.sameKeeper {
			t.Errorf("%s: the same files: %v", name, got)
		}
		before.Close()
		next.Close()
	}
}

// TestClosed: a check and an inspection remember nothing, and write nothing.
func TestClosed(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "kept")
	p := Closed(read(t, "record: { folder: '"+folder+"' }", true))
	if p.Recorder() != nil || p.Deck(false).Recorder != nil || p.Follow() != nil || p.PassedAspect() != nil ||
		p.SentRequest() != nil || p.CalledTool() != nil || p.Endpoints() != nil {
		t.Error("a closed part remembers")
	}
	if !strings.HasPrefix(p.EditorPattern(), "vscode://") {
		t.Errorf("the editor is %s", p.EditorPattern())
	}
	_, err := p.SaveAsTest(1, "")
	if err == nil || !strings.Contains(err.Error(), "requests are not kept") {
		t.Error(err)
	}
	p.Close()
	(*Part)(nil).Close()
	if _, err := os.Stat(folder); !os.IsNotExist(err) {
		t.Error("a closed part has made a folder")
	}
}

// TestFollowersKeepNoPart: a story is remembered longer than the generation that it happened in.
func TestFollowersKeepNoPart(t *testing.T) {
	p := Open(read(t, "{}", true), about(t), nil)
	f, ok := p.Follow()(nil, time.Now()).(*follower)
	if !ok || f.of != p {
		t.Fatal("the request is not followed")
	}
	f.Answered(&host.Roundtrip{Method: "GET", Path: "/a", Status: 200})
	if f.of != nil {
		t.Error("the story keeps the generation")
	}
	if list := p.Recorder().List(stories.Filter{}).Stories; len(list) != 1 || list[0].Path != "/a" {
		t.Errorf("%v is remembered", list)
	}
}

// TestNothingStaysOfWhatIsNotWanted: where files are made of errors, a request that has not failed gives back its room.
func TestNothingStaysOfWhatIsNotWanted(t *testing.T) {
	p := Open(read(t, "devtools: { enabled: false }\nrecord: { folder: '"+t.TempDir()+"', only-errors: true }", true), about(t), nil)
	const room = 1000
	p.recordings.budget = replay.NewBudget(room)
	for range 3 {
		f := p.Follow()(nil, time.Now()).(*follower)
		tape := replay.Of(f.Context(t.Context()))
		tape.Add(replay.SQL, room/2, func() (replay.Call, error) { return replay.Call{}, nil })
		if !tape.Grow(room / 4) {
			t.Fatal("there is no room any more")
		}
		if f.Wants(200) {
			t.Fatal("an answer is asked for")
		}
	}
	if f := p.Follow()(nil, time.Now()).(*follower); !f.Wants(500) {
		t.Error("the answer of a request that has failed is not asked for")
	}
}
