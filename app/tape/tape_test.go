package tape_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/fwrun/fwrun/app/tape"
	"github.com/fwrun/fwrun/devtools/replay"
	"github.com/fwrun/fwrun/devtools/stories"
	"github.com/fwrun/fwrun/engine/archivetest"
)

func recorder() *tape.Recorder { return tape.New(stories.New(1 << 20)) }

// record returns what is recorded of a piece of work, as calls or as the reason why there is no recording.
func record(t *testing.T, work func(ctx context.Context)) ([]replay.Call, error) {
	t.Helper()
	var on replay.Tape
	work(replay.With(t.Context(), &on))
	r, err := on.End()
	return r.Calls, err
}

// play does a piece of work with the answers of a recording, and returns what went otherwise.
func play(t *testing.T, calls []replay.Call, work func(ctx context.Context)) string {
	t.Helper()
	player := replay.NewPlayer(&replay.File{Recorded: "2026-01-02T03:04:05Z", Calls: calls})
	work(replay.WithPlayer(t.Context(), player))
	var missed []string
	for _, m := range player.End().Missed {
		missed = append(missed, m.Message)
	}
	return strings.Join(missed, "\n")
}

// expect compares a recording with a part of testdata/recordings.txtar.
func expect(t *testing.T, part string, calls []replay.Call, replacements ...string) {
	t.Helper()
	var b strings.Builder
	for i := range calls {
		b.WriteString(callText(t, &calls[i]) + "\n")
	}
	const path = "testdata/recordings.txtar"
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	archivetest.Expect(t, path, archive, part, strings.NewReplacer(replacements...).Replace(b.String()))
}

// callText is one call in one line.
func callText(t *testing.T, c *replay.Call) string {
	t.Helper()
	asks, err := json.Marshal(c.Asks)
	if err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprintf("%s %s", c.Kind, asks)
	if c.Gives != nil {
		text += " gives " + string(c.Gives)
	}
	if f := c.Fails; f != nil {
		text += fmt.Sprintf(" fails %q", f.Message)
		for _, more := range []string{f.Kind, f.Code, f.Constraint} {
			text += fmt.Sprintf(" %q", more)
		}
	}
	return strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(text)
}

// both records a piece of work whose results are texts, compares the recording, and expects the same results of a replay, whose work is given
// the same in the forms that play.
func both(t *testing.T, part string, recorded, played func(ctx context.Context) []string) {
	t.Helper()
	var first, again []string
	calls, err := record(t, func(ctx context.Context) { first = recorded(ctx) })
	if err != nil {
		t.Fatal(err)
	}
	expect(t, part, calls)
	if missed := play(t, calls, func(ctx context.Context) { again = played(ctx) }); missed != "" {
		t.Error(missed)
	}
	if !slices.Equal(first, again) {
		t.Errorf("the replay gave\n%s\nwhere the recording had\n%s", strings.Join(again, "\n"), strings.Join(first, "\n"))
	}
}
