package host

import (
	"sync/atomic"
	"time"

	"github.com/fwrun/fwrun/trace"
)

// watching is what those who watch a request are told of it: the trace, who measures, the access log, a follower. It changes nothing of the
// request. What it tells of is handed to it.
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
