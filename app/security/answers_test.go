package security

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fwrun/fwrun/security"
)

// TestAnswers: an answer is remembered for its time, a failure for none, and those who ask meanwhile wait for the same answer.
func TestAnswers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a := newAnswers(10*time.Second, time.Second, time.Now)
		ada := security.NewPrincipal("ada", nil, nil, "", nil)
		broken := errors.New("no database")
		asked := 0
		expect := func(n byte, who *security.Principal, err error, times int) {
			t.Helper()
			before := asked
			got, problem := a.of(hash{n}, func() (*security.Principal, error) { asked++; return who, err })
			if got != who || !errors.Is(problem, err) || asked-before != times {
				t.Errorf("%d is %v, %v after %d questions, not %v, %v after %d", n, got, problem, asked-before, who, err, times)
			}
		}
		expect(1, ada, nil, 1)
		expect(1, ada, nil, 0)
		expect(2, nil, nil, 1)
		expect(2, nil, nil, 0)
		expect(3, nil, broken, 1)
		expect(3, nil, broken, 1)
		<-time.After(time.Second)
		expect(1, ada, nil, 0)
		expect(2, nil, nil, 1)
		expect(3, ada, nil, 1)
		<-time.After(9 * time.Second)
		expect(1, nil, nil, 1)
		for i := range 100_000 { // somebody tries keys
			_, _ = a.of(hash{9, byte(i), byte(i >> 8), byte(i >> 16)}, func() (*security.Principal, error) { return nil, nil })
		}
		expect(3, ada, nil, 0)

		var together sync.WaitGroup
		var questions atomic.Int32
		for range 20 {
			together.Go(func() {
				who, err := a.of(hash{4}, func() (*security.Principal, error) {
					questions.Add(1)
					<-time.After(time.Second)
					return ada, nil
				})
				if who != ada || err != nil {
					t.Errorf("%v, %v", who, err)
				}
			})
		}
		together.Wait()
		if questions.Load() != 1 {
			t.Errorf("%d questions for one key", questions.Load())
		}

		a = newAnswers(0, time.Second, time.Now)
		expect(1, ada, nil, 1)
		expect(1, nil, nil, 1)
		expect(1, ada, nil, 1)
	})
}
