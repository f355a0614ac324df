package host

import (
	"time"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/platform/clock"
	"github.com/fwrun/fwrun/platform/hops"
	"github.com/fwrun/fwrun/platform/trace"
)

// Settings are the settings of a server. The zero value of each means the stated default.
type Settings struct {
	Name        string // the Server header; not sent if empty
	ContextPath string // in front of every route, such as "/api"; default: none
	Folder      string // the application's, in which scripts name files; default: none

	// Inside returns the folder and the path below it of a file that is inside of the executable, and false for the path of another
	// file. It may be nil.
	Inside func(path string) (folder, below string, is bool)

	Clock clock.Clock // by which cookies and log-ins end; the machine's if nil

	MaxBodyBytes   int           // larger bodies get 413; 10 MiB
	MaxStreamBytes int64         // larger bodies of handlers that take them as streams get 413; 1 GiB
	MaxHeaderBytes int           // a larger request line and headers get 431; 8 KiB
	MaxConnections int           // further connections get 503; 10,000
	MaxPerClient   int           // further ones of the same client get 429, see clients; 0 for no limit
	JSON           schema.Limits // of bodies: more values get 413, anything else 400
	Multipart      MultipartSettings

	ReadTimeout     time.Duration // for a whole request, body included; 30 s
	WriteTimeout    time.Duration // for a whole response; 30 s
	IdleTimeout     time.Duration // until the next request on a connection; 60 s
	ShutdownTimeout time.Duration // for Shutdown, if its context has no deadline; 30 s
	StreamGrace     time.Duration // for responses that are being sent when the server stops; 2 s

	// AccessLog logs each request at level info. Otherwise it is logged at level debug, which costs nothing unless the
	// logger is enabled for that level.
	AccessLog bool

	Policies Policies // of the first application

	// Hops reads how many requests of the application itself a request lies within; see hops. Deeper ones than MaxHops get 508. Nil
	// for no limit.
	Hops      *hops.Counter
	MaxHops   int
	InnerRuns int // of such requests that begin or run on VMs at the same time; 0 for any number

	// Observe returns what is called after each request for a route: a path with the names of its variables, the path of a mount, or
	// Unmatched. It is asked once for each route of an application. It may be nil, and so may its result.
	Observe func(route string) func(*Observation)

	// Tracer chooses the requests whose traces are recorded. It may be nil.
	Tracer *trace.Tracer

	// Failed is called with the errors of handlers that are failures of the application. It may be nil.
	Failed func(handler string, err error)

	// Dev shows clients what failed: message, source lines and stack trace, as a page for browsers and as text in
	// terminals. Never set it if strangers can connect.
	Dev bool
}

// MultipartSettings are the limits of forms with uploaded files. A form that exceeds a limit gets 413.
type MultipartSettings struct {
	MaxFileBytes  int64 // of one file; 10 MiB
	MaxFieldBytes int64 // of one text; 1 MiB
	MaxFiles      int   // 20
	MaxParts      int   // texts and files; 1,000

	// MaxBytes is the limit of the whole body. By default it leaves room for one file of the largest size beside a body
	// of the largest size: MaxFileBytes + MaxBodyBytes, 20 MiB.
	MaxBytes int64

	// Folder is where files are kept while their request is in progress, in a subfolder of this process; os.TempDir.
	Folder string
}

func (s *Settings) fill() {
	orElse(&s.MaxBodyBytes, 10<<20)
	orElse(&s.Multipart.MaxFileBytes, 10<<20)
	orElse(&s.Multipart.MaxFieldBytes, 1<<20)
	orElse(&s.Multipart.MaxFiles, 20)
	orElse(&s.Multipart.MaxParts, 1000)
	orElse(&s.Multipart.MaxBytes, s.Multipart.MaxFileBytes+int64(s.MaxBodyBytes))
	orElse(&s.MaxStreamBytes, 1<<30)
	orElse(&s.MaxHeaderBytes, 8<<10)
	orElse(&s.MaxConnections, 10_000)
	orElse(&s.ReadTimeout, 30*time.Second)
	orElse(&s.WriteTimeout, 30*time.Second)
	orElse(&s.IdleTimeout, time.Minute)
	orElse(&s.ShutdownTimeout, 30*time.Second)
	orElse(&s.StreamGrace, 2*time.Second)
}

func orElse[T int | int64 | time.Duration](value *T, fallback T) {
	if *value <= 0 {
		*value = fallback
	}
}
