package table

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fwrun/fwrun/data"
)

// store opens the store of a connection, which is closed when the test ends.
func store(t *testing.T, open opener, connection string) *Store {
	t.Helper()
	s := OpenStore(open(t), connection)
	t.Cleanup(func() { must(t, s.Close()) })
	return s
}

var now = time.Now().Truncate(time.Millisecond)

func ids(messages []Parked) string {
	list := make([]string, len(messages))
	for i, m := range messages {
		list[i] = m.ID
	}
	return strings.Join(list, " ")
}

func due(t *testing.T, s *Store, at time.Time, want string) []Parked {
	t.Helper()
	list, err := s.Due(t.Context(), at, 100)
	must(t, err)
	if got := ids(list); got != want {
		t.Fatalf("got %q due, want %q", got, want)
	}
	return list
}

func testSchema(t *testing.T, open opener) {
	var all sync.WaitGroup
	for range 4 {
		s := store(t, open, "a")
		all.Go(func() {
			if err := s.Ready(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	db := open(t)
	rows, err := db.Query(t.Context(), "select count(*), max(version) from fwrun_queue_schema", data.Args{})
	must(t, err)
	if rows.Cell(0, 0).Int() != 1 || rows.Cell(0, 1).Int() != Version {
		t.Errorf("%d rows, version %d", rows.Cell(0, 0).Int(), rows.Cell(0, 1).Int())
	}
	_, err = db.Update(t.Context(), "update fwrun_queue_schema set version = ?", data.Positional(Version+1))
	must(t, err)
	err = store(t, open, "a").Park(t.Context(), []Parked{{ID: "1"}})
	if err == nil || !strings.Contains(err.Error(), "the tables for queues have version 2, but this fwrun knows only version 1") {
		t.Error(err)
	}
	_, err = db.Update(t.Context(), "delete from fwrun_queue_schema", data.Args{}) // as if the first start had been interrupted
	must(t, err)
	must(t, store(t, open, "a").Park(t.Context(), []Parked{{ID: "1"}}))
}

func testDueInOrder(t *testing.T, open opener) {
	s := store(t, open, "a")
	if _, found, err := s.NextDue(t.Context()); found || err != nil {
		t.Fatal(found, err)
	}
	due(t, s, now, "")
	must(t, s.Park(t.Context(), nil))
	full := Parked{
		ID: "first", Topic: "mails..p3", Queue: "mails", Key: "k", Due: now.Add(time.Second), Attempt: 2, Priority: 3,
		Metadata: map[string]string{"tenant": "a"}, Payload: []byte{0, 1, 255},
	}
	must(t, s.Park(t.Context(), []Parked{{ID: "late", Due: now.Add(time.Hour)}, {ID: "second", Due: now.Add(2 * time.Second)}, full}))
	must(t, s.Park(t.Context(), []Parked{{ID: "third", Due: now.Add(2 * time.Second)}}))
	at, found, err := s.NextDue(t.Context())
	if !found || err != nil || !at.Equal(now.Add(time.Second)) {
		t.Error(at, found, err)
	}
	due(t, s, now, "")
	list := due(t, s, now.Add(time.Minute), "first second third")
	full.Seq, full.Due = list[0].Seq, full.Due.Local()
	if got := fmt.Sprint(list[0]); got != fmt.Sprint(full) {
		t.Errorf("got  %s\nwant %s", got, fmt.Sprint(full))
	}
	must(t, s.Forwarded(t.Context(), list))
	due(t, s, now.Add(time.Minute), "")
	at, found, err = s.NextDue(t.Context())
	if !found || err != nil || !at.Equal(now.Add(time.Hour)) {
		t.Error(at, found, err)
	}
	for i := range 30 {
		must(t, s.Park(t.Context(), []Parked{{ID: fmt.Sprint(i), Due: now}}))
	}
	some, err := s.Due(t.Context(), now, 20)
	if err != nil || len(some) != 20 || some[0].ID != "0" || some[19].ID != "19" {
		t.Error(ids(some), err)
	}
}

func testDueIsClaimed(t *testing.T, open opener) {
	one, other := store(t, open, "a"), store(t, open, "a")
	one.lease, other.lease = time.Second, time.Second
	must(t, one.Park(t.Context(), []Parked{{ID: "1", Due: now}, {ID: "2", Due: now}}))
	list := due(t, one, now, "1 2")
	due(t, other, now, "")
	<-time.After(1600 * time.Millisecond) // renewed
	due(t, other, now, "")
	must(t, one.GiveBack(t.Context(), list[1:]))
	again := due(t, other, now, "2")
	one.letGo(list[:1]) // as if the process had died
	if at, found, err := one.NextDue(t.Context()); err != nil || !found || time.Until(at) > 2*time.Second {
		t.Error(at, found, err)
	}
	deadline := time.Now().Add(5 * time.Second)
	for {
		taken, err := other.Due(t.Context(), now, 10)
		must(t, err)
		if len(taken) > 0 {
			if ids(taken) != "1" {
				t.Error(ids(taken))
			}
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the lease does not end")
		}
		<-time.After(20 * time.Millisecond)
	}
	must(t, one.Forwarded(t.Context(), list)) // too late for both
	must(t, other.Close())                    // gives back
	due(t, one, now, "1 2")
	_ = again
}

func testDueWithKeys(t *testing.T, open opener) {
	one, other := store(t, open, "a"), store(t, open, "a")
	park := func(id, key string, after time.Duration) {
		must(t, one.Park(t.Context(), []Parked{{ID: id, Queue: "q", Key: key, Due: now.Add(after)}}))
	}
	park("a1", "a", 0)
	park("a2", "a", 0)
	park("b1", "b", 0)
	some, err := one.Due(t.Context(), now, 1)
	must(t, err)
	if ids(some) != "a1" {
		t.Fatal(ids(some))
	}
	rest := due(t, other, now, "b1") // a2 comes after a1
	if at, found, err := other.NextDue(t.Context()); !found || err != nil || at.Before(now) {
		t.Error(at, found, err)
	}
	park("a0", "a", -time.Minute)
	park("c1", "a", 0)
	due(t, other, now, "")
	must(t, one.Forwarded(t.Context(), some))
	due(t, other, now, "a0 a2 c1")
	_ = rest
}

// testKeysWait goes through what happens to messages of one key when the first of them fails.
func testKeysWait(t *testing.T, open opener) {
	s := store(t, open, "a")
	waits := func(metadata map[string]string, want bool) (until time.Time) {
		t.Helper()
		until, got, err := s.KeyWaits(t.Context(), "q", "k", metadata)
		if err != nil || got != want {
			t.Fatal(got, err)
		}
		return until
	}
	park := func(id string, after time.Duration, metadata map[string]string) {
		t.Helper()
		must(t, s.Park(t.Context(), []Parked{{ID: id, Queue: "q", Key: "k", Due: now.Add(after), Retry: true, Metadata: metadata}}))
	}
	must(t, s.Park(t.Context(), []Parked{{ID: "delayed", Queue: "q", Key: "k", Due: now.Add(time.Hour)}}))
	waits(nil, false)
	park("1", 10*time.Second, nil)
	if until := waits(nil, true); !until.Equal(now.Add(10 * time.Second)) {
		t.Error(until)
	}
	if _, got, _ := s.KeyWaits(t.Context(), "q", "other", nil); got {
		t.Error("another key waits")
	}
	park("2", 0, nil) // no sooner than 1
	park("3", 0, nil)
	due(t, s, now.Add(9*time.Second), "")
	list := due(t, s, now.Add(10*time.Second), "1 2 3")
	first, second, third := list[0].Metadata, list[1].Metadata, list[2].Metadata
	waits(nil, true)    // a message that was just sent, while these are published
	waits(first, false) // and 1, although it is not forwarded yet
	must(t, s.Forwarded(t.Context(), list))
	waits(nil, true) // since 2 may still be received after it
	waits(first, false)

	park("1", 30*time.Second, first) // fails again
	if until := waits(second, true); !until.Equal(now.Add(30 * time.Second)) {
		t.Error(until)
	}
	park("3", 0, third) // in whatever order
	park("2", 0, second)
	park("4", 0, nil)
	due(t, s, now.Add(29*time.Second), "")
	list = due(t, s, now.Add(30*time.Second), "1 2 3 4")
	must(t, s.Settled(t.Context(), "q", "k", list[0].Metadata)) // before its sender says that it was published
	waits(list[1].Metadata, false)
	must(t, s.Forwarded(t.Context(), list))
	must(t, s.Bury(t.Context(), Dead{ID: "2", Queue: "q.dead", Key: "k", Metadata: list[1].Metadata}))
	rows, err := open(t).Query(t.Context(), "select count(*) from fwrun_queue_parked where retry = 2", data.Args{})
	must(t, err)
	if n := rows.Cell(0, 0).Int(); n != 2 {
		t.Errorf("%d marks are left", n)
	}
	waits(list[2].Metadata, false)
	waits(nil, true)
	must(t, s.Settled(t.Context(), "q", "k", list[2].Metadata))
	must(t, s.Settled(t.Context(), "q", "k", list[3].Metadata))
	waits(nil, false)
	must(t, s.Settled(t.Context(), "q", "k", nil))
	must(t, s.Settled(t.Context(), "q", "", nil))
}

// testKeyInAnyOrder lets messages of one key fail at random, through a queue like a broker's, and expects them to succeed
// in their order.
func testKeyInAnyOrder(t *testing.T, open opener) {
	s := store(t, open, "a")
	const n = 40
	var mu sync.Mutex
	var topic []Parked
	publish := func(m Parked) {
		mu.Lock()
		defer mu.Unlock()
		topic = append(topic, m)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var all sync.WaitGroup
	all.Go(func() { // sends
		for i := range n {
			publish(Parked{ID: fmt.Sprint(i), Queue: "q", Key: "k", Metadata: map[string]string{}})
			<-time.After(time.Duration(rand.IntN(4)) * time.Millisecond)
		}
	})
	forwarding, stop := context.WithCancel(ctx)
	all.Go(func() { // forwards
		for forwarding.Err() == nil {
			list, err := s.Due(ctx, time.Now(), 1+rand.IntN(5))
			if err != nil {
				t.Error(err)
				return
			}
			for _, m := range list {
				publish(m)
				<-time.After(time.Duration(rand.IntN(2)) * time.Millisecond)
			}
			if err := s.Forwarded(ctx, list); err != nil {
				t.Error(err)
				return
			}
			<-time.After(time.Millisecond)
		}
	})
	var handled []string
	for len(handled) < n && ctx.Err() == nil {
		mu.Lock()
		var m Parked
		found := len(topic) > 0
		if found {
			m, topic = topic[0], topic[1:]
		}
		mu.Unlock()
		if !found {
			<-time.After(time.Millisecond)
			continue
		}
		until, waits, err := s.KeyWaits(ctx, "q", "k", m.Metadata)
		must(t, err)
		m.Retry, m.Due = true, until
		if !waits && rand.IntN(3) > 0 {
			handled = append(handled, m.ID)
			must(t, s.Settled(ctx, "q", "k", m.Metadata))
			continue
		}
		if !waits {
			m.Due = time.Now().Add(time.Duration(rand.IntN(5)) * time.Millisecond)
		}
		must(t, s.Park(ctx, []Parked{m}))
	}
	stop()
	all.Wait()
	for i, id := range handled {
		if id != fmt.Sprint(i) {
			t.Fatalf("out of order: %v", handled)
		}
	}
	if len(handled) != n {
		t.Fatalf("only %d were handled", len(handled))
	}
}

func testOutbox(t *testing.T, open opener) {
	db := open(t)
	s := OpenStore(db, "a")
	if err := s.ParkIn(t.Context(), nil, nil); err == nil {
		t.Error("a store that is not ready took messages")
	}
	must(t, s.Ready(t.Context()))
	defer func() { must(t, s.Close()) }()
	in := func(commit bool, ids ...string) {
		t.Helper()
		tx, err := db.Begin(t.Context(), data.TxOptions{})
		must(t, err)
		var messages []Parked
		for _, id := range ids {
			messages = append(messages, Parked{ID: id, Queue: "q", Key: "k", Due: now})
		}
		must(t, s.ParkIn(t.Context(), In(tx), messages))
		if commit {
			must(t, tx.Commit(t.Context()))
		} else {
			must(t, tx.Rollback(t.Context()))
		}
	}
	in(true, "1", "2")
	in(false, "3")
	in(true, "4", "5", "6", "7", "8", "9")
	must(t, s.Forwarded(t.Context(), due(t, s, now, "1 2 4 5 6 7 8 9")))
	err := s.ParkIn(t.Context(), nil, []Parked{{Key: "k", Retry: true}})
	if err == nil || !strings.Contains(err.Error(), "cannot be parked within a transaction") {
		t.Error(err)
	}
}

func testOnce(t *testing.T, open opener) {
	db := open(t)
	one, other := OpenStore(db, "a"), store(t, open, "a")
	must(t, one.Ready(t.Context()))
	message := Parked{ID: "1", Queue: "q", Due: now, Once: time.Now().Add(time.Hour)}
	in := func(commit bool) {
		t.Helper()
		tx, err := db.Begin(t.Context(), data.TxOptions{})
		must(t, err)
		must(t, one.ParkIn(t.Context(), In(tx), []Parked{message, message}))
		if commit {
			must(t, tx.Commit(t.Context()))
		} else {
			must(t, tx.Rollback(t.Context()))
		}
	}
	in(false)
	due(t, other, now, "")
	in(true)
	in(true)
	must(t, other.Park(t.Context(), []Parked{message}))
	second := message
	second.ID, second.Once = "2", time.Now().Add(-time.Second)
	must(t, other.Park(t.Context(), []Parked{second, message}))
	must(t, other.Forwarded(t.Context(), due(t, other, now, "1 2")))
	must(t, other.Park(t.Context(), []Parked{second, message})) // over
	due(t, other, now, "2")
	if fresh, err := other.Remember(t.Context(), "q", "1", now); fresh || err != nil {
		t.Error(fresh, err)
	}
}

func testParkedList(t *testing.T, open opener) {
	s := store(t, open, "a")
	var list []Parked
	for i := range 25 {
		list = append(list, Parked{ID: fmt.Sprint(i), Queue: "q", Due: now.Add(time.Hour), Retry: i%5 == 0})
	}
	must(t, s.Park(t.Context(), list))
	must(t, s.Park(t.Context(), []Parked{{ID: "x", Queue: "other", Due: now}}))
	first, err := s.ListParked(t.Context(), "q", Page{Limit: 20})
	must(t, err)
	rest, err := s.ListParked(t.Context(), "q", Page{After: first[19].Seq})
	must(t, err)
	if len(first) != 20 || ids(rest) != "20 21 22 23 24" || !rest[0].Retry || rest[1].Retry {
		t.Error(ids(first), ids(rest))
	}
	counts, err := s.Counts(t.Context())
	must(t, err)
	if want := map[string]Counts{"q": {Delayed: 20, Retries: 5}, "other": {Delayed: 1}}; !maps.Equal(counts, want) {
		t.Error(counts)
	}
	due(t, s, now, "x")
	for _, c := range []struct {
		queue string
		ids   []string
		want  int64
	}{{"q", []string{"3", "4", "x"}, 2}, {"other", nil, 0}, {"q", nil, 23}, {"q", nil, 0}} {
		if n, err := s.DeleteParked(t.Context(), c.queue, c.ids...); err != nil || n != c.want {
			t.Error(c, n, err)
		}
	}
}

// testLarge parks more than one page takes.
func testLarge(t *testing.T, open opener) {
	s := store(t, open, "a")
	payload := make([]byte, 6<<20)
	for i := range 4 {
		must(t, s.Park(t.Context(), []Parked{{ID: fmt.Sprint(i), Queue: "q", Due: now, Payload: payload}}))
	}
	must(t, s.Forwarded(t.Context(), due(t, s, now, "0 1")))
	must(t, s.Forwarded(t.Context(), due(t, s, now, "2 3")))
	err := s.Park(t.Context(), []Parked{{ID: "9", Payload: make([]byte, 33<<20)}})
	if err == nil || !strings.Contains(err.Error(), "larger than 32 MiB") {
		t.Error(err)
	}
}

func testDead(t *testing.T, open opener) {
	s := store(t, open, "a")
	letter := Dead{
		Queue: "q", Topic: "q..p2", ID: "1", Key: "k", Priority: 2, Reason: "rejected", Attempts: 5, FirstError: "a", LastError: "b",
		FirstAt: now, DiedAt: now.Add(time.Second), Metadata: map[string]string{"h": "v"}, Payload: []byte("x"),
	}
	must(t, s.Bury(t.Context(), letter))
	list, err := s.DeadLetters(t.Context(), DeadFilter{Queue: "q"}, Page{})
	must(t, err)
	letter.Seq = list[0].Seq
	if fmt.Sprint(list[0]) != fmt.Sprint(letter) {
		t.Errorf("got  %v\nwant %v", list[0], letter)
	}
	var all sync.WaitGroup
	for i := range 30 {
		all.Go(func() {
			if err := s.Bury(t.Context(), Dead{Queue: "q", ID: fmt.Sprint("m", i), Reason: []string{"attempts", "rejected"}[i%2], DiedAt: now}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	must(t, s.Bury(t.Context(), Dead{Queue: "q", ID: "long", Reason: strings.Repeat("ä", 400), DiedAt: now}))
	count := func(f DeadFilter, want int64) {
		t.Helper()
		if n, err := s.CountDead(t.Context(), f); err != nil || n != want {
			t.Error(n, err)
		}
	}
	count(DeadFilter{Queue: "q"}, 32)
	count(DeadFilter{Queue: "q", Reason: "rejected"}, 16)
	count(DeadFilter{Queue: "q", Reason: "rejected", IDs: []string{"1", "m0", "m1"}}, 2)
	count(DeadFilter{Queue: "q", Reason: strings.Repeat("ä", 400)}, 1)
	count(DeadFilter{Queue: "other"}, 0)
	page, err := s.DeadLetters(t.Context(), DeadFilter{Queue: "q"}, Page{After: list[0].Seq, Limit: 10})
	if err != nil || len(page) != 10 || page[0].Seq <= list[0].Seq {
		t.Error(len(page), err)
	}
	counts, err := s.Counts(t.Context())
	must(t, err)
	if c := counts["q"]; c.Dead != 32 || !c.Died.Equal(letter.DiedAt) {
		t.Error(c)
	}
	for _, c := range []struct {
		f    DeadFilter
		want int64
	}{{DeadFilter{Queue: "q", IDs: []string{"1", "m3"}}, 2}, {DeadFilter{Queue: "q", Reason: "attempts"}, 15}, {DeadFilter{Queue: "q"}, 15}} {
		if n, err := s.DeleteDead(t.Context(), c.f); err != nil || n != c.want {
			t.Error(c, n, err)
		}
	}
}

func testReplay(t *testing.T, open opener) {
	one, other := store(t, open, "a"), store(t, open, "a")
	const n = 250
	for i := range n {
		must(t, one.Bury(t.Context(), Dead{Queue: "q", Topic: "q", ID: fmt.Sprint(i), DiedAt: now, Payload: []byte("x")}))
	}
	as := func(d Dead) Parked {
		return Parked{ID: d.ID, Topic: d.Topic, Queue: d.Queue, Due: now, Payload: d.Payload, Retry: true}
	}
	if moved, err := one.Replay(t.Context(), DeadFilter{Queue: "q", IDs: []string{"7"}}, as); moved != 1 || err != nil {
		t.Error(moved, err)
	}
	var all sync.WaitGroup
	var moved atomic.Int64
	for _, s := range []*Store{one, other} {
		all.Go(func() {
			some, err := s.Replay(t.Context(), DeadFilter{Queue: "q"}, as)
			if err != nil {
				t.Error(err)
			}
			moved.Add(some)
		})
	}
	all.Wait()
	if moved.Load() != n-1 {
		t.Error(moved.Load())
	}
	list, err := one.Due(t.Context(), now, 1000)
	must(t, err)
	got := map[string]bool{}
	for _, m := range list {
		got[m.ID] = true
	}
	if len(list) != n || len(got) != n || list[0].ID != "7" || string(list[0].Payload) != "x" {
		t.Error(len(list), len(got))
	}
}

func testIDs(t *testing.T, open opener) {
	one, other := store(t, open, "a"), store(t, open, "a")
	remember := func(s *Store, id string, until time.Time, want bool) {
		t.Helper()
		if got, err := s.Remember(t.Context(), "q", id, until); err != nil || got != want {
			t.Error(id, got, err)
		}
	}
	soon := time.Now().Add(time.Hour)
	remember(one, "1", soon, true)
	remember(other, "1", soon, false)
	remember(one, "over", time.Now().Add(-time.Second), true)
	remember(other, "over", soon, true)
	remember(one, "over", soon, false)
	must(t, one.Forget(t.Context(), "q", "1"))
	remember(other, "1", soon, true)
	var all sync.WaitGroup
	var fresh [20]atomic.Int64
	for i := range 100 {
		s := []*Store{one, other}[i%2]
		all.Go(func() {
			for _, id := range rand.Perm(len(fresh)) {
				got, err := s.Remember(t.Context(), "many", fmt.Sprint(id), soon)
				if err != nil {
					t.Error(err)
				}
				if got {
					fresh[id].Add(1)
				}
			}
		})
	}
	all.Wait()
	for id := range fresh {
		if n := fresh[id].Load(); n != 1 {
			t.Errorf("id %d was fresh %d times", id, n)
		}
	}
	remember(one, "swept", time.Now().Add(-time.Hour), true)
	one.swept.Store(0)
	one.sweep(t.Context())
	rows, err := open(t).Query(t.Context(), "select count(*) from fwrun_queue_ids", data.Args{})
	must(t, err)
	if n := rows.Cell(0, 0).Int(); n != 22 {
		t.Errorf("%d ids are left", n)
	}
}

func testUnique(t *testing.T, open opener) {
	one, other := store(t, open, "a"), store(t, open, "a")
	hold := func(s *Store, id string, until time.Duration, want string) {
		t.Helper()
		if got, err := s.Hold(t.Context(), "q", "report", id, time.Now().Add(until)); err != nil || got != want {
			t.Error(id, got, err)
		}
	}
	hold(one, "1", time.Hour, "1")
	hold(other, "2", time.Hour, "1")
	hold(other, "1", -time.Second, "1")
	hold(other, "2", time.Hour, "2")
	must(t, one.Release(t.Context(), "q", "report", "1")) // not its own any more
	hold(one, "1", time.Hour, "2")
	must(t, one.Release(t.Context(), "q", "report", "2"))
	hold(one, "1", time.Hour, "1")
	var all sync.WaitGroup
	var mu sync.Mutex
	holders := map[string]bool{}
	for i := range 40 {
		s := []*Store{one, other}[i%2]
		all.Go(func() {
			got, err := s.Hold(t.Context(), "q", "another", fmt.Sprint(i), time.Now().Add(time.Hour))
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			holders[got] = true
			mu.Unlock()
		})
	}
	all.Wait()
	if len(holders) != 1 {
		t.Error(holders)
	}
}

func testPauses(t *testing.T, open opener) {
	one, other := store(t, open, "a"), store(t, open, "a")
	must(t, one.Pause(t.Context(), "mails"))
	must(t, one.Pause(t.Context(), "mails"))
	must(t, one.Pause(t.Context(), "jobs"))
	if list, err := other.Paused(t.Context()); err != nil || !slices.Equal(list, []string{"jobs", "mails"}) {
		t.Error(list, err)
	}
	must(t, other.Resume(t.Context(), "jobs"))
	must(t, other.Resume(t.Context(), "jobs"))
	if list, err := one.Paused(t.Context()); err != nil || !slices.Equal(list, []string{"mails"}) {
		t.Error(list, err)
	}
}

func testConnections(t *testing.T, open opener) {
	one := store(t, open, "a")
	other := one.For("b")
	must(t, one.Park(t.Context(), []Parked{{ID: "1", Queue: "q", Due: now}, {ID: "2", Queue: "q", Key: "k", Retry: true, Due: now}}))
	must(t, one.Bury(t.Context(), Dead{ID: "3", Queue: "q"}))
	must(t, one.Pause(t.Context(), "q"))
	_, err := one.Remember(t.Context(), "q", "4", now.Add(time.Hour))
	must(t, err)
	_, err = one.Hold(t.Context(), "q", "u", "5", now.Add(time.Hour))
	must(t, err)
	due(t, other, now, "")
	if _, waits, err := other.KeyWaits(t.Context(), "q", "k", nil); waits || err != nil {
		t.Error(waits, err)
	}
	if counts, err := other.Counts(t.Context()); len(counts) > 0 || err != nil {
		t.Error(counts, err)
	}
	if n, err := other.DeleteParked(t.Context(), "q"); n != 0 || err != nil {
		t.Error(n, err)
	}
	if n, err := other.DeleteDead(t.Context(), DeadFilter{Queue: "q"}); n != 0 || err != nil {
		t.Error(n, err)
	}
	if list, err := other.Paused(t.Context()); len(list) > 0 || err != nil {
		t.Error(list, err)
	}
	if fresh, err := other.Remember(t.Context(), "q", "4", now.Add(time.Hour)); !fresh || err != nil {
		t.Error(fresh, err)
	}
	if holder, err := other.Hold(t.Context(), "q", "u", "6", now.Add(time.Hour)); holder != "6" || err != nil {
		t.Error(holder, err)
	}
}

// testTexts keeps texts that databases are known to refuse or to change.
func testTexts(t *testing.T, open opener) {
	s := store(t, open, "a")
	odd := "a\x00b 'quoted' ? :name $1 \\ 😀 É" + strings.Repeat("x", 3000)
	must(t, s.Park(t.Context(), []Parked{{ID: odd, Queue: "q", Key: odd, Retry: true, Due: now, Metadata: map[string]string{odd: odd}}}))
	if _, waits, err := s.KeyWaits(t.Context(), "q", odd, nil); !waits || err != nil {
		t.Error(waits, err)
	}
	if _, waits, err := s.KeyWaits(t.Context(), "q", strings.ToLower(odd), nil); waits || err != nil {
		t.Error("another key waits", err)
	}
	list := due(t, s, now, odd)
	if list[0].Key != odd || list[0].Metadata[odd] != odd {
		t.Error(list[0])
	}
	must(t, s.Bury(t.Context(), Dead{Queue: "q", ID: odd, Reason: odd, LastError: odd, DiedAt: now}))
	dead, err := s.DeadLetters(t.Context(), DeadFilter{Queue: "q", IDs: []string{odd}, Reason: odd}, Page{})
	if err != nil || len(dead) != 1 || dead[0].LastError != odd {
		t.Error(len(dead), err)
	}
	for _, id := range []string{odd, "É", "é", "e", "E", "e "} {
		if fresh, err := s.Remember(t.Context(), "q", id, now.Add(time.Hour)); !fresh || err != nil {
			t.Error(id, fresh, err)
		}
	}
}
