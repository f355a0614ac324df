package host

import "time"

// Settings of a server. The zero value of each gets the default stated.
type Settings struct {
	Name        string // the Server header; none is sent when empty
	ContextPath string // in front of every route, such as "/api"; none
	Folder      string // of the application, where scripts name files; none

	MaxBodyBytes   int // larger bodies get 413; 10 MiB
	MaxHeaderBytes int // a larger request line and headers get 431; 8 KiB
	MaxJSONDepth   int // deeper JSON gets 400; schema.DefaultDepth
	MaxConnections int // further ones get 503; 10,000
	Multipart      MultipartSettings

	ReadTimeout     time.Duration // for a whole request, body included; 30 s
	WriteTimeout    time.Duration // for a whole response; 30 s
	IdleTimeout     time.Duration // for the next request on a connection; 60 s
	ShutdownTimeout time.Duration // for Shutdown, when its context has no deadline; 30 s

	// AccessLog logs each request at level info. Otherwise it is logged at level debug,
	// which costs nothing unless the logger takes that.
	AccessLog bool

	Policies Policies // of the first application

	// Failed hears of what handlers ended with that is their own failure. May be nil.
	Failed func(handler string, err error)

	// Dev shows clients what failed: message, source lines and stack, as a page for browsers and
	// as text in terminals. Never set it where strangers can connect.
	Dev bool
}

// MultipartSettings bound the forms that files are uploaded with. What is over a bound gets 413.
type MultipartSettings struct {
	MaxFileBytes  int64 // of one file; 10 MiB
	MaxFieldBytes int64 // of one text; 1 MiB
	MaxFiles      int   // 20
	MaxParts      int   // texts and files; 1,000

	// MaxBytes is of the whole body. Unless it is set, it leaves room for one file as large as may be
	// beside a body as large as may be: MaxFileBytes + MaxBodyBytes, 20 MiB.
	MaxBytes int64

	// Folder is where files are kept while their request is under way, in a folder of this
	// process's own; os.TempDir.
	Folder string
}

func (s *Settings) fill() {
	orElse(&s.MaxBodyBytes, 10<<20)
	orElse(&s.Multipart.MaxFileBytes, 10<<20)
	orElse(&s.Multipart.MaxFieldBytes, 1<<20)
	orElse(&s.Multipart.MaxFiles, 20)
	orElse(&s.Multipart.MaxParts, 1000)
	orElse(&s.Multipart.MaxBytes, s.Multipart.MaxFileBytes+int64(s.MaxBodyBytes))
	orElse(&s.MaxHeaderBytes, 8<<10)
	orElse(&s.MaxConnections, 10_000)
	orElse(&s.ReadTimeout, 30*time.Second)
	orElse(&s.WriteTimeout, 30*time.Second)
	orElse(&s.IdleTimeout, time.Minute)
	orElse(&s.ShutdownTimeout, 30*time.Second)
}

func orElse[T int | int64 | time.Duration](value *T, fallback T) {
	if *value <= 0 {
		*value = fallback
	}
}
