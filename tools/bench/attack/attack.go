package attack

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"time"
)

// Options say what is attacked, and how much.
type Options struct {
	Binary   string        // the fwrun to attack
	Bombs    string        // the script of the memory bombs
	Scratch  string        // a folder for the application and what is compiled of it
	For      time.Duration // no attack begins later, but each is made once
	Only     []string      // the attacks, by family or name; all when empty
	Seed     uint64
	Size     float64   // of each attack: 1 is the whole one
	Slack    float64   // what the limits of times are multiplied by, for machines that do other work
	Progress io.Writer // one line for each attack
}

// attack is one way to harm a server, and when it is held.
type attack struct {
	family, name string
	rule         string // when it is held, besides what goes for all
	run          func(r *round)
	p99          time.Duration // of the honest client; usualP99 when not set
	sheds        bool          // the honest client may be told to come back, too
	own          *setup        // a server of its own; nil if it is the one that most attacks share
}

const usualP99 = 100 * time.Millisecond

// attacks lists all attacks.
func attacks() []*attack {
	var all []*attack
	for _, family := range []struct {
		name    string
		attacks []*attack
	}{{"bombs", bombs()}, {"floods", floods()}, {"slow", slow()}, {"drains", drains()}, {"kills", kills()}} {
		for _, a := range family.attacks {
			a.family, a.p99 = family.name, cmp.Or(a.p99, usualP99)
			all = append(all, a)
		}
	}
	return all
}

// choose returns the attacks that have one of these names, or are of such a family.
func choose(names []string) ([]*attack, error) {
	if len(names) == 0 {
		return attacks(), nil
	}
	var chosen []*attack
	for _, name := range names {
		before := len(chosen)
		for _, a := range attacks() {
			if a.family == name || a.name == name {
				chosen = append(chosen, a)
			}
		}
		if len(chosen) == before {
			return nil, fmt.Errorf("there is no attack %q; there are %s", name, strings.Join(namesOf(attacks()), ", "))
		}
	}
	return chosen, nil
}

// Run attacks in rounds, each with every attack once and in random order, and reports what was held.
func Run(ctx context.Context, o Options) (*Report, error) {
	if runtime.GOOS != "linux" {
		return nil, fmt.Errorf("attacks need Linux")
	}
	chosen, err := choose(o.Only)
	if err != nil {
		return nil, err
	}
	s, err := newSession(o, chosen)
	if err != nil {
		return nil, err
	}
	defer s.close()
	began := time.Now()
	for number := 1; ; number++ {
		s.rest(2 * time.Second)
		for _, i := range s.random.Perm(len(chosen)) {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if number > 1 && time.Since(began) > o.For {
				return s.report(time.Since(began)), nil
			}
			if err := s.attack(chosen[i], s.tallies[i], number); err != nil {
				return nil, fmt.Errorf("%s: %w", chosen[i].name, err)
			}
		}
		if time.Since(began) > o.For {
			return s.report(time.Since(began)), nil
		}
	}
}

// session is what the attacks of a run have in common.
type session struct {
	Options
	folder  string // of the application
	random  *rand.Rand
	quiet   *tally   // what the honest client meets while nobody attacks
	tallies []*tally // one for each attack
	shared  *target  // the server that most attacks share
	bombs   []string // the memory bombs that are next
}

func newSession(o Options, chosen []*attack) (*session, error) {
	s := &session{Options: o, random: rand.New(rand.NewPCG(o.Seed, o.Seed)), quiet: newTally(&attack{name: "none", p99: usualP99})}
	for _, a := range chosen {
		s.tallies = append(s.tallies, newTally(a))
	}
	var err error
	if s.folder, err = writeApplication(o.Scratch, o.Bombs); err != nil {
		return nil, err
	}
	s.shared, err = s.startShared()
	return s, err
}

// startShared starts the server that most attacks share. Requests may wait there for as long as the machine is given: on one that does other
// work, to be told to come back is no fault of the server.
func (s *session) startShared() (*target, error) {
	const usually = time.Second // the default
	wait := time.Duration(float64(usually) * s.Slack)
	return s.start(setup{env: []string{fmt.Sprintf("SERVER_WORKERS_MAX_WAIT=%v", wait)}}, s.quiet)
}

func (s *session) close() {
	if s.shared != nil {
		s.shared.kill()
	}
}

// rest lets the honest client ask while nobody attacks.
func (s *session) rest(d time.Duration) {
	s.shared.measure(s.quiet)
	time.Sleep(time.Duration(float64(d) * s.Size))
}

// attack makes one attack, and adds to its tally. A server that was harmed is replaced, so that the next attack finds a sound one.
func (s *session) attack(a *attack, into *tally, number int) (err error) {
	t := s.shared
	if a.own != nil {
		if t, err = s.start(*a.own, into); err != nil {
			return err
		}
		defer t.kill()
	} else {
		t.measure(into)
	}
	began, waited := time.Now(), t.waited()
	r := &round{session: s, t: t, tally: into, random: rand.New(rand.NewPCG(s.Seed, s.random.Uint64()))}
	a.run(r)
	if a.own == nil {
		if r.untilWell(); t.hasEnded() {
			r.fault("the process ended: %v; its log ends with\n%s", t.err, t.log.tail())
		}
		t.measure(s.quiet)
	}
	into.starved(t.waited() - waited)
	if into.finish() && a.own == nil {
		t.kill()
		if s.shared, err = s.startShared(); err != nil {
			return err
		}
	}
	fmt.Fprintf(s.Progress, "round %d, %s: %v; %s\n", number, a.name, time.Since(began).Round(time.Millisecond), into.verdict(s.Slack, s.noise(into)))
	return nil
}

// noise returns what an honest client had to wait for by reason of the machine: what it meets while nobody attacks, and, where other work is
// expected, what the server waited for a processor.
func (s *session) noise(y *tally) time.Duration {
	noise := s.quiet.noise()
	if s.Slack > 1 {
		noise += y.hungry() / time.Duration(runtime.NumCPU())
	}
	return noise
}

func namesOf(all []*attack) []string {
	var names []string
	for _, a := range all {
		names = append(names, a.name)
	}
	return names
}
