package attack

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"time"
)

// patience is how long an attacker waits for anything that has to happen.
const patience = 20 * time.Second

// round is one attack that is being made.
type round struct {
	*session
	t      *target
	tally  *tally
	random *rand.Rand
}

// many returns a number by the size of the attacks.
func (r *round) many(n int) int { return max(2, int(float64(n)*r.Size)) }

// within returns a limit of time by the slack that the machine is given.
func (r *round) within(d time.Duration) time.Duration { return time.Duration(float64(d) * r.Slack) }

// fault says what an attack did that it should not have done.
func (r *round) fault(format string, words ...any) { r.tally.fault(fmt.Sprintf(format, words...)) }

// count counts an answer.
func (r *round) count(answer string) { r.tally.count(answer, 1) }

// expect counts an answer, which has to be one of these.
func (r *round) expect(what string, got answer, wants ...string) {
	name := got.name()
	r.count(name)
	if !slices.Contains(wants, name) {
		r.fault("%s: %s", what, got)
	}
}

// each does something a number of times at the same time.
func (r *round) each(n int, do func(i int)) {
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() { do(i) })
	}
	group.Wait()
}

// forAWhile repeats what would be over before the honest client has asked a few times.
func (r *round) forAWhile(do func()) {
	const pause = 20 * time.Millisecond
	for end := time.Now().Add(time.Duration(2 * r.Size * float64(time.Second))); !r.t.hasEnded(); time.Sleep(pause) {
		if do(); time.Now().After(end) {
			return
		}
	}
}

// send sends the bytes of a request over a connection of its own, and waits for the answer.
func (r *round) send(request string) answer {
	w, err := r.dial()
	if err != nil {
		return answer{err: err}
	}
	defer w.close()
	return w.ask(request)
}

func (r *round) get(path string) answer { return r.send(get(path)) }

// untilWell waits until the server answers as it should.
func (r *round) untilWell() {
	began := time.Now()
	for !r.t.hasEnded() {
		got := r.get("/ok")
		took := time.Since(began)
		if got.status == 200 {
			if limit := r.within(2 * time.Second); took > limit {
				r.fault("it was well again after %v", took)
			}
			return
		}
		if took > r.within(patience) {
			r.fault("it is not well: %s", got)
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// url returns the URL of a path, for scripts.
func (r *round) url(path string) string { return "http://" + r.t.address + path }

func get(path string) string { return "GET " + path + " HTTP/1.1\r\nHost: h\r\n\r\n" }

// post returns a request with a body of JSON.
func post(path, body string) string {
	return "POST " + path + " HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: " + strconv.Itoa(len(body)) + "\r\n\r\n" + body
}
