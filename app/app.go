package app

import (
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fwrun/fwrun/actuator/register"
	"github.com/fwrun/fwrun/app/admin"
	"github.com/fwrun/fwrun/app/life"
	"github.com/fwrun/fwrun/app/management"
	"github.com/fwrun/fwrun/app/watch"
	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/schedule"
)

// App is a started application. Its files may change while it serves: each [App.Reload] builds a new
// generation of it beside the serving one, which it then replaces.
type App struct {
	options   Options // Folder is absolute, without symbolic links
	log       *slog.Logger
	server    *host.Server
	started   settings // the settings that the server was made with
	serving   atomic.Pointer[generation]
	jobs      *schedule.Scheduler // one for all generations
	listeners life.Listeners
	socket    *admin.Keeper       // nil if the settings say that there is none
	managing  management.Listener // of the endpoints, if they have one of their own
	at        net.Addr            // of the listener; nil before Listen
	began     time.Time
	admins    *register.Registrar // servers that know of the application

	types     atomic.Pointer[fault.List] // what TypeScript has said
	fresh     freshness                  // guarded by reloading
	reloading sync.Mutex
	retiring  sync.WaitGroup // for generations whose last requests are still running
}

// Log returns the application's log.
func (a *App) Log() *slog.Logger { return a.log }

// Settle waits for what the start has left to the background: the workers that are still made, and what is written for the next start.
func (a *App) Settle() { a.serving.Load().engine.Settle() }

// freshness is what is known of the files that the application was last built of, or was to be built of.
type freshness struct {
	mark    uint64
	problem error // of the last reload
}

// has reports whether the application was last built, without a mistake, of these files as they are.
func (f *freshness) has(files []string, options Options) bool {
	return f.mark != 0 && f.problem == nil && watch.Covers(files) && f.mark == watch.Fingerprint(options.named)
}

// see notes the files as they are. It is called before they are read, so that nothing that changes meanwhile is missed.
func (f *freshness) see(options Options) {
	if options.Coding != nil {
		f.mark = watch.Fingerprint(options.named)
	}
}
