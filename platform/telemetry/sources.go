package telemetry

import "time"

// Sources are asked when somebody looks. Each may be nil, is called from any goroutine, and must not wait for a network.
type Sources struct {
	Active    func(tell func(method, scheme string, requests int64)) // requests in progress
	Workers   func() Workers
	Pools     func() []Pool
	CacheSize func() map[string]int64 // entries by cache; caches in other processes are left out
	Depths    func() []Depth
	Prepare   func()       // called before the application's metrics are read
	MaxMemory func() int64 // of the heap; 0 if there is no limit
	Restarts  func() int64 // of the process, by its supervisor

	Dropped func(tell func(signal, reason string, n uint64)) // traces, metrics and logs that were not sent
}

// Workers are the VMs that run scripts.
type Workers struct {
	Busy, Idle int
	Waiting    int // calls that wait for a VM
	InFlight   int // calls that run or await
	Timers     int // of the application
	Sockets    int // WebSockets and event streams of the application
	Retired    map[string]int64
	Interrupts map[string]int64 // of runs, by reason
	Computed   time.Duration    // in scripts
}

// Pool is a pool of connections to a database.
type Pool struct {
	Name                    string
	Used, Idle, Max         int
	MinIdle, Pending        int
	Waited, Created, Opened int64
	Timeouts                int64
}

// Depth is how many messages a queue has.
type Depth struct {
	Queue, System string
	State         string // ready, delayed, dead, …
	Messages      int64
}

// polled is a metric whose values are asked for.
type polled struct {
	what about
	ask  func(s *Sources, tell func(value float64, labels ...string))
	of   *Metrics
}

func (p *polled) about() *about { return &p.what }

func (p *polled) each(do func(*series)) {
	sources := p.of.sources.Load()
	if sources == nil {
		return
	}
	most := int(p.of.max.Load())
	p.ask(sources, func(value float64, labels ...string) {
		if most--; most < 0 {
			return
		}
		s := newSeries(&p.what, cleaned(labels))
		s.set(value)
		do(s)
	})
}

func (m *Metrics) poll(a about, ask func(s *Sources, tell func(value float64, labels ...string))) {
	a.describe()
	m.add(&polled{a, ask, m})
}

// addPolled adds the metrics that are asked for.
func (m *Metrics) addPolled() {
	m.poll(about{
		name: "http_server_active_requests", dotted: "http.server.active_requests", kind: gauge, help: "Number of active HTTP server requests.",
		labels: []string{"http_request_method", "url_scheme"},
	}, func(s *Sources, tell func(float64, ...string)) {
		if s.Active != nil {
			s.Active(func(method, scheme string, n int64) { tell(float64(n), method, scheme) })
		}
	})
	m.poll(about{name: "fwrun_restarts_total", dotted: "fwrun.restarts", kind: counter, help: "Processes that the supervisor " +
		"has started after the first one."},
		func(s *Sources, tell func(float64, ...string)) {
			if s.Restarts != nil {
				tell(float64(s.Restarts()))
			}
		})
	m.pollWorkers()
	m.pollPools()
	m.poll(about{
		name: "fwrun_telemetry_dropped_total", dotted: "fwrun.telemetry.dropped", kind: counter, labels: []string{"signal", "reason"},
		help: "Spans, records of the log, and requests with metrics that a collector did not get.",
	}, func(s *Sources, tell func(float64, ...string)) {
		if s.Dropped != nil {
			s.Dropped(func(signal, reason string, n uint64) { tell(float64(n), signal, reason) })
		}
	})
	m.poll(about{name: "cache_size", dotted: "cache.size", kind: gauge, help: "Entries of a cache in memory.", labels: []string{"name"}},
		func(s *Sources, tell func(float64, ...string)) {
			if s.CacheSize != nil {
				for name, n := range s.CacheSize() {
					tell(float64(n), name)
				}
			}
		})
	m.poll(about{
		name: "messaging_queue_depth", dotted: "messaging.queue.depth", kind: gauge, help: "Messages of a queue, by state.",
		labels: []string{"messaging_destination_name", "messaging_system", "state"},
	}, func(s *Sources, tell func(float64, ...string)) {
		if s.Depths != nil {
			for _, d := range s.Depths() {
				tell(float64(d.Messages), d.Queue, d.System, d.State)
			}
		}
	})
}

func (m *Metrics) pollWorkers() {
	add := func(a about, tell func(w *Workers, tell func(float64, ...string))) {
		m.poll(a, func(s *Sources, to func(float64, ...string)) {
			if s.Workers != nil {
				w := s.Workers()
				tell(&w, to)
			}
		})
	}
	add(about{
		name: "fwrun_workers", dotted: "fwrun.workers", kind: gauge, help: "VMs that run scripts, by state: busy or idle.",
		labels: []string{"state"},
	},
		func(w *Workers, tell func(float64, ...string)) {
			tell(float64(w.Busy), "busy")
			tell(float64(w.Idle), "idle")
		})
	add(about{name: "fwrun_worker_calls", dotted: "fwrun.worker.calls", kind: gauge, help: "Calls of scripts, by state: waiting for a VM, " +
		"or in_flight, running or awaiting.", labels: []string{"state"}},
		func(w *Workers, tell func(float64, ...string)) {
			tell(float64(w.Waiting), "waiting")
			tell(float64(w.InFlight), "in_flight")
		})
	add(about{name: "fwrun_timers", dotted: "fwrun.timers", kind: gauge, help: "Timers of the application, which were set while beans were made."},
		func(w *Workers, tell func(float64, ...string)) { tell(float64(w.Timers)) })
	add(about{name: "fwrun_sockets", dotted: "fwrun.sockets", kind: gauge, help: "WebSockets and event streams of the application, " +
		"which were opened while beans were made."},
		func(w *Workers, tell func(float64, ...string)) { tell(float64(w.Sockets)) })
	add(about{
		name: "fwrun_workers_retired_total", dotted: "fwrun.workers.retired", kind: counter, help: "VMs that were replaced, by reason.",
		labels: []string{"reason"},
	},
		func(w *Workers, tell func(float64, ...string)) { tellAll(w.Retired, tell) })
	add(about{name: "fwrun_script_interrupts_total", dotted: "fwrun.script.interrupts", kind: counter, help: "Runs of scripts that were " +
		"stopped, by reason: cpu or memory.", labels: []string{"reason"}},
		func(w *Workers, tell func(float64, ...string)) { tellAll(w.Interrupts, tell) })
	add(about{name: "fwrun_script_time_seconds_total", dotted: "fwrun.script.time", unit: "seconds", kind: counter, help: "Seconds in which scripts " +
		"computed, without what they waited for."},
		func(w *Workers, tell func(float64, ...string)) { tell(w.Computed.Seconds()) })
}

func tellAll(numbers map[string]int64, tell func(float64, ...string)) {
	for name, n := range numbers {
		tell(float64(n), name)
	}
}

func (m *Metrics) pollPools() {
	add := func(name, help string, k kind, value func(p *Pool) float64) {
		total := name
		if k == counter {
			total += "_total"
		}
		m.poll(about{
			name: "db_client_connection_" + total, dotted: "db.client.connection." + name, kind: k, help: help, labels: []string{"pool_name"},
		}, func(s *Sources, tell func(float64, ...string)) {
			if s.Pools != nil {
				for _, p := range s.Pools() {
					tell(value(&p), p.Name)
				}
			}
		})
	}
	m.poll(about{ // promtool refuses a gauge with a name that ends in _count
		name: "db_client_connections", dotted: "db.client.connection.count", kind: gauge, labels: []string{"pool_name", "state"},
		help: "The number of connections that are currently in state described by the state attribute.",
	}, func(s *Sources, tell func(float64, ...string)) {
		if s.Pools != nil {
			for _, p := range s.Pools() {
				tell(float64(p.Used), p.Name, "used")
				tell(float64(p.Idle), p.Name, "idle")
			}
		}
	})
	add("max", "The maximum number of open connections allowed.", gauge, func(p *Pool) float64 { return float64(p.Max) })
	add("idle_min", "The minimum number of idle open connections allowed.", gauge, func(p *Pool) float64 { return float64(p.MinIdle) })
	add("pending_requests", "The number of current pending requests for an open connection.", gauge, func(p *Pool) float64 { return float64(p.Pending) })
	add("timeouts", "The number of connection timeouts that have occurred trying to obtain a connection from the pool.", counter,
		func(p *Pool) float64 { return float64(p.Timeouts) })
	add("waits", "Requests that had to wait for a connection.", counter, func(p *Pool) float64 { return float64(p.Waited) })
}
