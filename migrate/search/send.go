package search

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/fwrun/fwrun/migrate/search/cluster"
)

// attempts is how often a request is sent to a cluster that is busy.
const attempts = 6

// pause is the wait before the second attempt; it doubles, with jitter.
const pause = 200 * time.Millisecond

// send sends a request once. A page, an empty answer or a part of one is not an answer of the cluster, whatever its status
// says: without this rule a web server in the cluster's place would seem to take everything.
func send(ctx context.Context, c *cluster.Cluster, r cluster.Request) (*cluster.Answer, error) {
	answer, err := c.Send(ctx, r)
	if err != nil {
		return nil, err
	}
	strange := answer.Strange()
	switch {
	case strange == nil:
		return answer, nil
	case r.ChangesNothing():
		return nil, c.Explain(strange)
	default:
		return nil, &cluster.UnansweredError{Connection: c.Name(), Method: r.Method, Path: r.Path, Err: strange}
	}
}

// put sends a request of the file, as the function put does.
func (a *applying) put(ctx context.Context, r cluster.Request, done func(context.Context) (bool, error)) (*cluster.Answer, error) {
	a.requests++
	answer, err := put(ctx, a.c, r, done)
	if answer != nil {
		a.noteWarnings(answer)
	}
	return answer, err
}

// put sends a request whose effect is the same if it is sent twice, as often as it takes. After one that was not answered it
// asks whether it has taken effect. The answer is nil if it has.
func put(ctx context.Context, c *cluster.Cluster, r cluster.Request, done func(context.Context) (bool, error)) (*cluster.Answer, error) {
	unanswered := false
	for n := 0; ; n++ {
		answer, err := send(ctx, c, r)
		lost, isLost := errors.AsType[*cluster.UnansweredError](err)
		switch {
		case err != nil && !isLost:
			return nil, err
		case err == nil && !busy(answer):
			return answer, answer.Err()
		}
		unanswered = unanswered || isLost || answer.Status != http.StatusTooManyRequests
		if unanswered {
			if did, asked := done(ctx); asked != nil || did {
				return nil, asked
			}
		}
		if n+1 == attempts {
			if isLost {
				return nil, lost
			}
			return answer, answer.Err()
		}
		if err := wait(ctx, n); err != nil {
			return nil, err
		}
	}
}

// unknowable is for requests that are sent again without a look at what the first one did.
func unknowable(context.Context) (bool, error) { return false, nil }

// once sends a request that may have another effect if it is sent twice. It is sent again only if the cluster has
// rejected it before doing anything.
func (a *applying) once(ctx context.Context, r cluster.Request) (*cluster.Answer, error) {
	a.requests++
	for n := 0; ; n++ {
		answer, err := send(ctx, a.c, r)
		if err != nil {
			return nil, err
		}
		if !(busy(answer) && answer.Status == http.StatusTooManyRequests) || n+1 == attempts {
			a.noteWarnings(answer)
			return answer, answer.Err()
		}
		if err := wait(ctx, n); err != nil {
			return nil, err
		}
	}
}

// ask sends a request that changes nothing, as often as it takes.
func ask(ctx context.Context, c *cluster.Cluster, r cluster.Request) (*cluster.Answer, error) {
	for n := 0; ; n++ {
		answer, err := send(ctx, c, r)
		if err != nil || !busy(answer) || n+1 == attempts {
			return answer, err
		}
		if err := wait(ctx, n); err != nil {
			return nil, err
		}
	}
}

func (a *applying) noteWarnings(answer *cluster.Answer) {
	for _, text := range answer.Warnings {
		a.warn("migration-deprecated", "the cluster warns: "+text, "")
	}
}

// busy reports whether a later try may succeed. A disk that is full does not get better by waiting.
func busy(answer *cluster.Answer) bool {
	switch answer.Status {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return answer.Get("error.type").Str != "cluster_block_exception"
	default:
		return false
	}
}

// wait waits before the attempt after n.
func wait(ctx context.Context, n int) error {
	longest := pause << n
	timer := time.NewTimer(longest/2 + rand.N(longest/2)) // #nosec G404 -- jitter
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
