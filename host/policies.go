package host

import (
	"sync/atomic"
	"time"

	"github.com/fwrun/fwrun/host/cors"
	"github.com/fwrun/fwrun/host/forwarded"
)

// Policies are what an application sets about its clients, and about what they get besides its routes. Unlike
// [Settings], which are read once, they change with each [Server.Swap]. The zero value shares nothing with other
// origins, trusts no proxy, serves no files, and compresses what is worth it.
type Policies struct {
	CORS  *cors.Policy     // which pages of other origins may use the answers
	Trust *forwarded.Trust // the trusted proxies

	Security *Security // who sends a request, and what that one may; nil if the application does not ask

	// Callers is set as soon as scripts want to know of the client that they work for; see [security.CallerOf]. It may be nil.
	Callers *atomic.Bool

	Protections Protections // headers that every answer has

	Mounts      []Mount  // paths that are answered by other parts of the process
	Static      []Static // folders of files that are served as they are
	Compression Compression
	LargeBodies int // bodies over 1 MiB that are parsed and bound at the same time; 1

	// Exchanged is called with each request when it has been answered. It may keep it, and returns another one, or the same, whose
	// memory is used again; or nil. It may be nil, which costs nothing.
	Exchanged func(*Exchanged) *Exchanged

	// Follow is called with each request that began at a time, and returns what follows it; nil if nobody does. It is given a follower whose
	// request has been answered, which may be used again, or nil. It may be nil, which costs nothing.
	Follow func(before Follower, began time.Time) Follower
}
