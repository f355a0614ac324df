package tape_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/app/tape"
	"github.com/fwrun/fwrun/devtools/replay"
	"github.com/fwrun/fwrun/engine/vm"
)

// live asks the world for everything that it tells.
func live(ctx context.Context, w vm.World) (got []string) {
	uuid, some := make([]byte, 16), make([]byte, 8)
	w.Chance.Fill(ctx, true, uuid)
	w.Chance.Fill(ctx, false, some)
	return []string{
		w.Clock.Now(ctx).UTC().Truncate(time.Millisecond).Format(time.RFC3339Nano), fmt.Sprint(w.Clock.Elapsed(ctx, 1.5)),
		fmt.Sprint(w.Clock.Elapsed(ctx, 2.5)),
		fmt.Sprint(w.Chance.Number(ctx)), fmt.Sprint(w.Chance.Number(ctx)), fmt.Sprintf("%x", uuid), fmt.Sprintf("%x", some),
	}
}

func TestWorld(t *testing.T) {
	var first, again []string
	calls, err := record(t, func(ctx context.Context) { first = live(ctx, recorder().World()) })
	if err != nil {
		t.Fatal(err)
	}
	kinds := ""
	for _, c := range calls {
		kinds += string(c.Kind) + " "
	}
	if kinds != "uuid bytes time elapsed elapsed random random " {
		t.Errorf("it was recorded %s", kinds)
	}
	if missed := play(t, calls, func(ctx context.Context) { again = live(ctx, tape.PlayedWorld()) }); missed != "" {
		t.Error(missed)
	}
	if fmt.Sprint(first) != fmt.Sprint(again) {
		t.Errorf("a replay gave %v, where the recording had %v", again, first)
	}
}

// TestWorldBesides: without a recording the world is that of the process.
func TestWorldBesides(t *testing.T) {
	for name, w := range map[string]vm.World{"recorded": recorder().World(), "played": tape.PlayedWorld()} {
		before := time.Now()
		if now := w.Clock.Now(t.Context()); now.Before(before) || now.After(time.Now()) {
			t.Error(name, now)
		}
		if got := w.Clock.Elapsed(t.Context(), 2.5); got != 2.5 {
			t.Error(name, got)
		}
		one, other := live(t.Context(), w), live(t.Context(), w)
		for i := 3; i < len(one); i++ {
			if one[i] == other[i] || one[i] == "0" || strings.Trim(one[i], "0") == "" {
				t.Errorf("%s: twice %s", name, one[i])
			}
		}
	}
}

// TestHiddenChance: random bytes may be tokens of users, and the same ones are made up in each replay.
func TestHiddenChance(t *testing.T) {
	r := recorder()
	r.HideChance = true
	var first []string
	calls, err := record(t, func(ctx context.Context) { first = live(ctx, r.World()) })
	if err != nil {
		t.Fatal(err)
	}
	if got := string(calls[1].Gives); calls[1].Kind != replay.Bytes || got != `"******"` || string(calls[0].Gives) == `"******"` {
		t.Errorf("it was recorded %s", got)
	}
	for range 2 {
		var again []string
		if missed := play(t, calls, func(ctx context.Context) { again = live(ctx, tape.PlayedWorld()) }); missed != "" {
			t.Error(missed)
		}
		if again[5] != first[5] || again[6] != "0101010101010101" {
			t.Error(again)
		}
	}
}

// TestManyRandomBytes: they take room.
func TestManyRandomBytes(t *testing.T) {
	for name, hide := range map[string]bool{"shown": false, "hidden": true} {
		r := recorder()
		r.HideChance = hide
		_, err := record(t, func(ctx context.Context) { r.World().Chance.Fill(ctx, false, make([]byte, 1<<20)) })
		if hide != (err == nil) {
			t.Errorf("%s: %v", name, err)
		}
		_, err = record(t, func(ctx context.Context) { r.World().Chance.Fill(ctx, true, make([]byte, 1<<20)) })
		if err == nil {
			t.Errorf("%s: those of a UUID take no room", name)
		}
	}
}
