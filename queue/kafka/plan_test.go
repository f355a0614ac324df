package kafka

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// world is a group whose members come and go, as they see it.
type world struct {
	partitions []int32
	members    map[string]*claim
	generation int32
}

// join plans, and lets each member take over what it got and note what it has to give up.
func (w *world) join(t *testing.T) (assigned map[string][]int32) {
	t.Helper()
	var claims []claim
	for _, c := range w.members {
		text := readClaim(c.member, c.text())
		claims = append(claims, text)
	}
	before := map[int32]string{}
	for id, c := range w.members {
		for p := range c.Has {
			if before[p] != "" {
				t.Fatalf("%s and %s have partition %d", before[p], id, p)
			}
			before[p] = id
		}
	}
	assigned = plan(w.partitions, claims)
	w.generation++
	got := map[int32]string{}
	for id, list := range assigned {
		for _, p := range list {
			if got[p] != "" || before[p] != "" && before[p] != id {
				t.Fatalf("partition %d is given to %s, and %s has it", p, id, before[p])
			}
			got[p] = id
			w.members[id].Has[p] = w.generation
		}
	}
	return assigned
}

// settle lets members give up what they did not get again, and plans until nothing changes.
func (w *world) settle(t *testing.T) map[string][]int32 {
	t.Helper()
	for round := 0; ; round++ {
		assigned := w.join(t)
		changed := false
		for id, c := range w.members {
			for p := range c.Has {
				if !slices.Contains(assigned[id], p) {
					delete(c.Has, p)
					changed = true
				}
			}
		}
		if !changed {
			return assigned
		}
		if round > 3 {
			t.Fatalf("no end: %v", assigned)
		}
	}
}

// TestPlan lets members of all kinds come and go: a partition is never given away before it was given up, and in the
// end all are divided fairly.
func TestPlan(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		w := &world{members: map[string]*claim{}}
		for p := range int32(1 + r.IntN(9)) {
			w.partitions = append(w.partitions, p)
		}
		for step := range 30 {
			id := fmt.Sprint("member ", r.IntN(6))
			switch c := w.members[id]; {
			case c == nil:
				w.members[id] = &claim{member: id, Wants: r.IntN(5) > 0, Has: map[int32]int32{}}
			case r.IntN(2) == 0:
				delete(w.members, id)
			default:
				c.Wants, c.All = r.IntN(4) > 0, r.IntN(8) == 0
			}
			if step%3 == 0 {
				w.join(t) // some have not given up anything yet when the next one comes
				continue
			}
			w.checkFair(t, w.settle(t))
		}
	}
}

func (w *world) checkFair(t *testing.T, assigned map[string][]int32) {
	t.Helper()
	wants, all := 0, 0
	for _, c := range w.members {
		if c.All {
			all++
		}
		if c.Wants {
			wants++
		}
	}
	if all > 0 {
		wants = 1
	}
	sum := 0
	for id, list := range assigned {
		sum += len(list)
		if all == 0 && (len(list) < len(w.partitions)/wants || len(list) > (len(w.partitions)+wants-1)/wants) {
			t.Fatalf("%s got %v of %d for %d", id, list, len(w.partitions), wants)
		}
		if all > 0 && !w.members[id].All {
			t.Fatalf("%s got %v", id, list)
		}
	}
	if wants > 0 && sum != len(w.partitions) {
		t.Fatalf("%v were assigned of %d", assigned, len(w.partitions))
	}
}

// TestPlanExclusive: one of the exclusive members gets all, and keeps it until it has given it up.
func TestPlanExclusive(t *testing.T) {
	w := &world{partitions: []int32{0, 1}, members: map[string]*claim{}}
	add := func(id string) {
		w.members[id] = &claim{member: id, Wants: true, Exclusive: true, Has: map[int32]int32{}}
	}
	add("b")
	w.settle(t)
	add("a")
	if got := w.settle(t); len(got["b"]) != 2 {
		t.Fatalf("another one has come: %v", got)
	}
	w.members["b"].Wants, w.members["b"].Exclusive = false, false
	if got := w.join(t); len(got["a"]) != 0 {
		t.Fatalf("b has something in hand: %v", got)
	}
	if got := w.settle(t); len(got["a"]) != 2 {
		t.Fatalf("b has given up: %v", got)
	}
}

// TestPlanKeeps: a member keeps what it cannot give up, but not for others that need all, and not what it does not have.
func TestPlanKeeps(t *testing.T) {
	claims := []claim{
		{member: "a", Wants: true, Has: map[int32]int32{0: 1, 1: 1, 2: 1, 3: 1}, Keeps: []int32{0, 1, 2}},
		{member: "b", Wants: true, Keeps: []int32{1}},
	}
	all := []int32{0, 1, 2, 3}
	if got := plan(all, claims); !slices.Equal(got["a"], []int32{0, 1, 2}) || len(got["b"]) > 0 { // 3 is to be given up
		t.Error(got)
	}
	delete(claims[0].Has, 3)
	if got := plan(all, claims); !slices.Equal(got["a"], []int32{0, 1, 2}) || !slices.Equal(got["b"], []int32{3}) {
		t.Error(got)
	}
	claims[1].All = true
	if got := plan(all, claims); len(got["a"]) > 0 || !slices.Equal(got["b"], []int32{3}) {
		t.Error(got)
	}
}

// TestPlanAfterSilence: a process that was taken for dead does not get back what another has.
func TestPlanAfterSilence(t *testing.T) {
	claims := []claim{
		{member: "silent", Wants: true, Has: map[int32]int32{0: 3, 1: 3}},
		{member: "other", Wants: true, Has: map[int32]int32{0: 4}},
	}
	if got := plan([]int32{0, 1}, claims); !slices.Equal(got["other"], []int32{0}) || !slices.Equal(got["silent"], []int32{1}) {
		t.Error(got)
	}
}
