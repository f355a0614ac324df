package schedule_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/schedule"
)

// diary records when jobs start, on a clock that the test can set.
type diary struct {
	mu     sync.Mutex
	shift  time.Duration // of the clock relative to that of the bubble
	zone   *time.Location
	starts map[string][]string
	most   map[string]int // greatest number of runs at the same time
	now    map[string]int
}

func newDiary(start time.Time) *diary {
	return &diary{
		shift: time.Until(start), zone: start.Location(),
		starts: map[string][]string{}, most: map[string]int{}, now: map[string]int{},
	}
}

// At is not called by a scheduler.
func (d *diary) At() time.Time { return d.Now() }

// AfterFunc waits by the clock of the bubble.
func (d *diary) AfterFunc(wait time.Duration, f func()) (stop func() bool) {
	return time.AfterFunc(wait, f).Stop
}

// Now is the clock of the scheduler. It advances with that of the bubble.
func (d *diary) Now() time.Time {
	d.mu.Lock()
	defer d.mu.Unlock()
	return time.Now().Add(d.shift).In(d.zone)
}

// jump moves the clock as a sleeping machine does.
func (d *diary) jump(by time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.shift += by
}

// job returns a job that takes a while and ends with result.
func (d *diary) job(key string, trigger schedule.Trigger, takes time.Duration, result error) schedule.Job {
	return schedule.Job{Key: key, Trigger: trigger, Run: func(ctx context.Context) error {
		now := d.Now()
		d.mu.Lock()
		d.starts[key] = append(d.starts[key], now.Format("15:04:05"))
		d.now[key]++
		d.most[key] = max(d.most[key], d.now[key])
		d.mu.Unlock()
		defer func() {
			d.mu.Lock()
			defer d.mu.Unlock()
			d.now[key]--
		}()
		select {
		case <-time.After(takes):
			return result
		case <-ctx.Done():
			return ctx.Err()
		}
	}}
}

func (d *diary) of(key string) []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.starts[key])
}

func (d *diary) is(t *testing.T, key string, want ...string) {
	t.Helper()
	if got := d.of(key); !slices.Equal(got, want) {
		t.Errorf("%s started at\n%v, want\n%v", key, got, want)
	}
}

func mustCron(t *testing.T, text, in string) schedule.Trigger {
	t.Helper()
	c, err := schedule.ParseCron(text, zone(t, in))
	if err != nil {
		t.Fatal(err)
	}
	return schedule.Trigger{Cron: c}
}

func stateOf(t *testing.T, s *schedule.Scheduler, key string) schedule.State {
	t.Helper()
	for _, state := range s.Jobs() {
		if state.Key == key {
			return state
		}
	}
	t.Fatalf("there is no job %s", key)
	return schedule.State{}
}

// TestADay covers the day on which clocks are put forward in Berlin, from midnight to midnight
// there.
func TestADay(t *testing.T) {
	berlin := zone(t, "Europe/Berlin")
	synctest.Test(t, func(t *testing.T) {
		d := newDiary(time.Date(2026, 3, 29, 0, 0, 0, 0, berlin))
		s := schedule.New(schedule.Options{Clock: d, Log: slog.New(slog.DiscardHandler)})
		broken := errors.New("it broke")
		overlapping := d.job("overlapping", schedule.Trigger{Rate: 4 * time.Hour}, 6*time.Hour, nil)
		overlapping.Overlap = true
		crossing := d.job("crossing", mustCron(t, "0 0 */6 * * *", "Europe/Berlin"), 7*time.Hour, nil)
		crossing.Overlap = true
		panicking := d.job("panicking", schedule.Trigger{Rate: 12 * time.Hour}, 0, nil)
		panicking.Run = func(context.Context) error { panic("at the disco") }
		s.Replace([]schedule.Job{
			d.job("nightly", mustCron(t, "0 30 2 * * *", "Europe/Berlin"), time.Minute, nil),
			d.job("nightly in Tokyo", mustCron(t, "0 30 2 * * *", "Asia/Tokyo"), time.Minute, nil),
			d.job("quarters", mustCron(t, "0 */15 * * * *", "Europe/Berlin"), time.Second, nil),
			d.job("long", mustCron(t, "0 0 * * * *", "Europe/Berlin"), 150*time.Minute, nil),
			d.job("rate", schedule.Trigger{Rate: 5 * time.Hour}, time.Hour, broken),
			d.job("slow rate", schedule.Trigger{Rate: 3 * time.Hour, Initial: time.Hour}, 4*time.Hour, nil),
			d.job("delay", schedule.Trigger{Delay: 5 * time.Hour, Initial: 30 * time.Minute}, 2*time.Hour, nil),
			d.job("disabled", schedule.Trigger{}, 0, nil),
			overlapping, crossing, panicking,
		})
		synctest.Wait()
		if got := d.of("rate"); got != nil {
			t.Fatalf("rate ran before time began: %v", got)
		}
		s.Begin()
		pass(23*time.Hour - time.Nanosecond)
		synctest.Wait()

		d.is(t, "nightly", "03:30:00")
		d.is(t, "nightly in Tokyo", "19:30:00") // 02:30 of the next day there
		if got := d.of("quarters"); len(got) != 23*4-1 || !slices.Contains(got, "03:00:00") || slices.Contains(got, "02:00:00") {
			t.Errorf("quarters started %d times: %v", len(got), got)
		}
		// The job is due every hour, and each run takes two and a half: the moments in between are
		// skipped.
		d.is(t, "long", "01:00:00", "05:00:00", "08:00:00", "11:00:00", "14:00:00", "17:00:00", "20:00:00", "23:00:00")
		d.is(t, "rate", "00:00:00", "06:00:00", "11:00:00", "16:00:00", "21:00:00")
		d.is(t, "slow rate", "01:00:00", "06:00:00", "10:00:00", "14:00:00", "18:00:00", "22:00:00")
		d.is(t, "delay", "00:30:00", "08:30:00", "15:30:00", "22:30:00")
		d.is(t, "overlapping", "00:00:00", "05:00:00", "09:00:00", "13:00:00", "17:00:00", "21:00:00")
		d.is(t, "crossing", "06:00:00", "12:00:00", "18:00:00")
		d.is(t, "disabled")
		if want := map[string]int{
			"nightly": 1, "nightly in Tokyo": 1, "quarters": 1, "long": 1, "rate": 1, "slow rate": 1, "delay": 1, "overlapping": 2, "crossing": 2,
		}; !maps.Equal(d.most, want) {
			t.Errorf("at most at one time ran %v, want %v", d.most, want)
		}
		day := states(s)
		for _, want := range []string{
			"nightly: ok, 1 runs, 0 failed, 0 skipped, next 02:30:00",
			"long: running, 8 runs, 0 failed, 14 skipped, next 00:00:00",
			"rate: failed (it broke), 5 runs, 5 failed, 0 skipped, next 02:00:00",
			"slow rate: running, 6 runs, 0 failed, 0 skipped, next 01:00:00",
			"delay: running, 4 runs, 0 failed, 0 skipped, next none",
			"disabled: , 0 runs, 0 failed, 0 skipped, next none",
			"panicking: failed (the job panicked), 2 runs, 2 failed, 0 skipped, next 01:00:00",
		} {
			if !slices.Contains(day, want) {
				t.Errorf("no %q in\n%s", want, strings.Join(day, "\n"))
			}
		}
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		if !s.Stop(ended) {
			t.Error("Stop cut nothing off")
		}
		before := len(d.of("quarters"))
		pass(time.Hour)
		if len(d.of("quarters")) != before {
			t.Error("a job ran after Stop")
		}
	})
}

func states(s *schedule.Scheduler) []string {
	var list []string
	for _, state := range s.Jobs() {
		next, status := "none", string(state.Status)
		if !state.Next.IsZero() {
			next = state.Next.Format("15:04:05")
		}
		if f, ok := errors.AsType[*fault.Error](state.Error); ok {
			status += " (" + f.Public + ")"
		} else if state.Error != nil {
			status += " (" + state.Error.Error() + ")"
		}
		list = append(list, fmt.Sprintf("%s: %s, %d runs, %d failed, %d skipped, next %s",
			state.Key, status, state.Runs, state.Failures, state.Skipped, next))
	}
	return list
}

// TestSleepingMachine: jobs that were missed while the machine slept run once, soon after it wakes.
func TestSleepingMachine(t *testing.T) {
	utc := time.UTC
	synctest.Test(t, func(t *testing.T) {
		d := newDiary(time.Date(2026, 1, 1, 8, 30, 0, 0, utc))
		s := schedule.New(schedule.Options{Clock: d})
		s.Replace([]schedule.Job{
			d.job("cron", mustCron(t, "0 0 * * * *", "UTC"), time.Second, nil),
			d.job("rate", schedule.Trigger{Rate: time.Hour}, time.Second, nil),
		})
		s.Begin()
		pass(10 * time.Second)
		d.jump(4*time.Hour + 5*time.Minute) // it is 12:35:10
		pass(20 * time.Second)
		d.is(t, "cron", "12:35:16")
		d.is(t, "rate", "08:30:00", "12:35:16")
		pass(time.Hour)
		d.is(t, "cron", "12:35:16", "13:00:00")
		d.is(t, "rate", "08:30:00", "12:35:16", "13:35:16")
		s.Stop(t.Context())
	})
}

// TestClockSetBack: a moment that comes again soon after is not due again.
func TestClockSetBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDiary(time.Date(2026, 1, 1, 8, 59, 0, 0, time.UTC))
		s := schedule.New(schedule.Options{Clock: d})
		s.Replace([]schedule.Job{d.job("cron", mustCron(t, "0 0 * * * *", "UTC"), 0, nil)})
		s.Begin()
		pass(61 * time.Second)
		d.jump(-10 * time.Second)
		pass(2 * time.Hour)
		d.is(t, "cron", "09:00:00", "10:00:00")
		s.Stop(t.Context())
	})
}

func TestReplace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDiary(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
		s := schedule.New(schedule.Options{Clock: d})
		rate := schedule.Trigger{Rate: time.Hour}
		s.Replace([]schedule.Job{
			d.job("same", rate, 90*time.Minute, nil), d.job("changed", rate, 0, nil), d.job("delay", schedule.Trigger{Delay: time.Hour}, 90*time.Minute, nil),
			d.job("dropped", rate, 90*time.Minute, nil), d.job("busy", rate, 90*time.Minute, nil),
		})
		s.Begin()
		pass(80 * time.Minute) // the second runs of "same" and "dropped" are due, and wait
		before := s.Replace([]schedule.Job{
			d.job("same", rate, time.Minute, nil), d.job("changed", schedule.Trigger{Rate: 2 * time.Hour}, 0, nil),
			d.job("delay", schedule.Trigger{Delay: time.Hour}, 0, nil), d.job("new", rate, 0, nil),
			d.job("busy", schedule.Trigger{Rate: 20 * time.Minute}, 0, nil),
		})
		synctest.Wait()
		ended := make(chan bool)
		go func() { ended <- before.End(t.Context()) }()
		pass(80*time.Minute + time.Second)
		if <-ended {
			t.Error("runs of the table before were cut off")
		}
		d.is(t, "same", "00:00:00", "01:30:00", "02:30:00")
		d.is(t, "changed", "00:00:00", "01:00:00", "01:20:00")
		d.is(t, "delay", "00:00:00", "02:30:00")
		d.is(t, "dropped", "00:00:00")
		d.is(t, "new", "01:20:00", "02:20:00")
		d.is(t, "busy", "00:00:00", "01:30:00", "01:50:00", "02:10:00", "02:30:00")
		if state := stateOf(t, s, "same"); state.Runs != 3 {
			t.Errorf("what is known of a job is lost: %+v", state)
		}
		s.Stop(t.Context())
	})
}

// TestEndCutsOff: runs that take longer than End waits are canceled.
func TestEndCutsOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDiary(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
		s := schedule.New(schedule.Options{Clock: d})
		deaf := d.job("deaf", schedule.Trigger{Rate: time.Hour}, 0, nil)
		hang := make(chan struct{})
		deaf.Run = func(context.Context) error { <-hang; return nil }
		s.Replace([]schedule.Job{d.job("long", schedule.Trigger{Rate: time.Minute}, time.Hour, nil), deaf})
		s.Begin()
		pass(10 * time.Second)
		began := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		if cutOff := s.Stop(ctx); !cutOff || time.Since(began) != 8*time.Second {
			t.Errorf("cut off: %t, after %s", cutOff, time.Since(began))
		}
		if state := stateOf(t, s, "long"); state.Status != schedule.Failed || !errors.Is(state.Error, context.Canceled) {
			t.Errorf("the run that was cut off: %+v", state)
		}
		close(hang)
	})
}

// pass advances the clock of the bubble.
func pass(d time.Duration) { <-time.After(d) }

// TestRunNow: a run by hand comes beside those of the rhythm, unless one is in progress that may not overlap.
func TestRunNow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDiary(time.Date(2026, 3, 2, 9, 0, 30, 0, time.UTC))
		s := schedule.New(schedule.Options{Clock: d, Log: slog.New(slog.DiscardHandler)})
		if err := s.RunNow("rate"); fault.KindOf(err) != fault.Unavailable {
			t.Errorf("before the begin: %v", err)
		}
		s.Replace([]schedule.Job{
			d.job("rate", schedule.Trigger{Rate: time.Minute, Initial: time.Minute}, 5*time.Second, nil),
			d.job("none", schedule.Trigger{}, time.Second, nil),
		})
		s.Begin()
		if err := s.RunNow("rate"); err != nil {
			t.Fatal(err)
		}
		if err := s.RunNow("rate"); fault.KindOf(err) != fault.Conflict {
			t.Errorf("while it runs: %v", err)
		}
		if err := s.RunNow("none"); err != nil {
			t.Errorf("without a trigger: %v", err)
		}
		if err := s.RunNow("other"); fault.KindOf(err) != fault.NotFound {
			t.Errorf("unknown: %v", err)
		}
		<-time.After(2*time.Minute + 10*time.Second)
		s.Stop(t.Context())
		if got := fmt.Sprint(d.starts); got != "map[none:[09:00:30] rate:[09:00:30 09:01:30 09:02:30]]" {
			t.Error(got)
		}
		if err := s.RunNow("rate"); fault.KindOf(err) != fault.Unavailable {
			t.Errorf("after the end: %v", err)
		}
	})
}
