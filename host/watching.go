package host

import (
	"sync/atomic"
	"time"

	"github.com/fwrun/fwrun/platform/trace"
)

// watching reports what happens to a request to those who watch it: the trace, the metrics, the access log, a follower. It does not change the
// request.
type watching struct {
	counted  *atomic.Int64 // what counts the request while it is in progress; nil if it comes from inside of the process
	secure   bool
	lasted   time.Duration // see took
	observed Observation

	span      *trace.Span // of the stage that is in progress; nil if there is none
	spanName  string
	spanTrace trace.Trace // for its work

	follower *following // nil if nobody follows the request
	followed *following // memory for the follower of the next request
}
