package attack

import (
	"errors"
	"strings"
	"testing"
	"time"
)

// answersOf returns a tally of an attack with a limit of 100 ms, and of quick answers.
func answersOf(a attack) *tally {
	a.p99 = 100 * time.Millisecond
	y := newTally(&a)
	for range 200 {
		y.asked(time.Now(), time.Millisecond, false, nil)
	}
	return y
}

func TestVerdict(t *testing.T) {
	slowly := func(y *tally) {
		for range 10 {
			y.asked(time.Now(), 150*time.Millisecond, false, nil)
		}
	}
	for name, test := range map[string]struct {
		attack attack
		slack  float64
		noise  time.Duration
		do     func(y *tally)
		want   string
	}{
		"quick answers":     {do: func(*tally) {}, want: held},
		"one slow answer":   {do: func(y *tally) { y.asked(time.Now(), time.Second, false, nil) }, want: held},
		"slow answers":      {do: slowly, want: "NOT held: p99"},
		"on a slow machine": {slack: 2, do: slowly, want: held},
		"on a busy machine": {noise: 60 * time.Millisecond, do: slowly, want: held},
		"a fault":           {do: func(y *tally) { y.fault("lost") }, want: "NOT held: 1 faults"},
		"many faults": {do: func(y *tally) {
			for range 100 {
				y.fault("lost")
			}
		}, want: "NOT held: 100 faults"},
		"a failed request":    {do: func(y *tally) { y.asked(time.Now(), 0, false, errors.New("reset")) }, want: "NOT held: 1 faults"},
		"a refusal":           {do: func(y *tally) { y.asked(time.Now(), 0, true, nil) }, want: "NOT held: 1 faults"},
		"an expected refusal": {attack: attack{sheds: true}, do: func(y *tally) { y.asked(time.Now(), 0, true, nil) }, want: held},
		"a wrong refusal": {
			attack: attack{sheds: true}, do: func(y *tally) { y.asked(time.Now(), 0, true, errors.New("no problem")) },
			want: "NOT held: 1 faults",
		},
		"all memory":            {do: func(y *tally) { y.had(mostMemory + 1) }, want: "NOT held: memory"},
		"what is left of it":    {do: func(y *tally) { y.had(mostMemory) }, want: held},
		"several of them":       {do: func(y *tally) { slowly(y); y.fault("lost"); y.had(2 * mostMemory) }, want: "NOT held: 1 faults, p99, memory"},
		"a shorter peak before": {do: func(y *tally) { y.had(2 * mostMemory); y.had(1) }, want: "NOT held: memory"},
	} {
		t.Run(name, func(t *testing.T) {
			y := answersOf(test.attack)
			test.do(y)
			if got := y.verdict(max(1, test.slack), test.noise); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// TestExcuse: what was in flight when a server was killed may fail, and nothing else.
func TestExcuse(t *testing.T) {
	y := newTally(&attack{p99: time.Second})
	kill := time.Now().Add(-time.Minute)
	for _, f := range []struct{ began, ended time.Duration }{{-10, 5}, {10, 30}, {-50, -20}, {200, 210}} {
		y.failures = append(y.failures, failure{kill.Add(f.began * time.Millisecond), kill.Add(f.ended * time.Millisecond), errors.New("reset")})
	}
	y.excuse([]time.Time{kill})
	if !y.finish() || y.answers[lost] != 2 || y.answers["in flight, failed"] != 2 {
		t.Errorf("answers: %v", y.answers)
	}
	if y.finish() {
		t.Error("a round without faults has the faults of the one before")
	}
}

func TestRow(t *testing.T) {
	y := answersOf(attack{name: "one"})
	y.count("200", 3)
	y.count("503", 1)
	y.took("back after", 20*time.Millisecond)
	y.took("back after", 10*time.Millisecond)
	y.during("flat")
	y.asked(time.Now(), 70*time.Millisecond, false, nil)
	got := strings.Join(y.row(held), "|")
	if want := "one|0|200 × 3, 503 × 1, back after 20 ms|201, 0 failed|1.0|1.0|70 (flat)|0|held"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestChoose(t *testing.T) {
	all, err := choose(nil)
	if err != nil || len(all) < 25 {
		t.Errorf("%d attacks, %v", len(all), err)
	}
	some, err := choose([]string{"drains", "overload"})
	if got := strings.Join(namesOf(some), ","); err != nil || got != "stops under load,stops with leftovers,supervised stops,overload" {
		t.Errorf("%s, %v", got, err)
	}
	if _, err := choose([]string{"bombs", "typo"}); err == nil || !strings.Contains(err.Error(), `"typo"`) {
		t.Errorf("an attack that there is not: %v", err)
	}
	for _, a := range all {
		if a.rule == "" || a.run == nil || a.p99 == 0 {
			t.Errorf("%s has no rule, nothing to do or no limit", a.name)
		}
	}
}

func TestAnswers(t *testing.T) {
	for _, test := range []struct {
		answer
		name    string
		problem bool
	}{
		{answer{status: 503, body: []byte(`{"status":503}`)}, "503", true},
		{answer{status: 503, body: []byte(`{"status":500}`)}, "503", false},
		{answer{status: 500, body: []byte("oops")}, "500", false},
		{answer{status: 404, body: []byte(`{"status":404}`)}, "404", false},
		{answer{err: errors.New("reset")}, "closed", false},
		{answer{status: 200, err: errors.New("reset")}, "cut off", false},
	} {
		if test.answer.name() != test.name || test.isProblem() != test.problem {
			t.Errorf("%s: %s, %v", test.answer, test.answer.name(), test.isProblem())
		}
	}
}
