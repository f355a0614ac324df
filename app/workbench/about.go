package workbench

import (
	"net/http"
	"runtime"
	"runtime/metrics"
	"time"

	"github.com/fwrun/fwrun/platform/processors"
)

// about is what the whole page knows of the application.
type about struct {
	Name        string    `json:"name"`
	Folder      string    `json:"folder"`
	ContextPath string    `json:"contextPath"`
	Agents      string    `json:"agents,omitempty"` // the path of the MCP endpoint, from the root
	Editor      string    `json:"editor"`
	Profiles    []string  `json:"profiles"`
	Vouches     bool      `json:"vouches"`
	Accepts     []string  `json:"accepts"`             // credentials that the application knows somebody by: token, basic, key, session
	KeyHeader   string    `json:"keyHeader,omitempty"` // where keys are expected
	Began       time.Time `json:"began"`
}

func (p *Parts) about(*http.Request) (any, error) {
	a := about{
		Name: p.Name, Folder: p.Folder, ContextPath: p.ContextPath, Editor: p.Editor, Profiles: p.Properties.Profiles(),
		Vouches: p.Settings.Local, Began: p.Began(),
		Accepts: p.Accepts, KeyHeader: p.KeyHeader,
	}
	if p.Application.Manifest().HasAgents() {
		a.Agents = p.ContextPath + p.Agents
	}
	return a, nil
}

// process is what the process does at the moment.
type process struct {
	Workers    workers   `json:"workers"`
	Heap       uint64    `json:"heap"`   // bytes that live, and what was not collected yet
	Live       uint64    `json:"live"`   // bytes that lived at the last collection
	Memory     uint64    `json:"memory"` // bytes that the runtime has from the system
	Limit      uint64    `json:"limit"`  // of the heap; 0 is none
	Goroutines int       `json:"goroutines"`
	Processors int       `json:"processors"`
	Go         string    `json:"go"`
	Began      time.Time `json:"began"`
}

type workers struct {
	Made     int `json:"made"`
	Busy     int `json:"busy"`
	Waiting  int `json:"waiting"`
	InFlight int `json:"inFlight"`
	Timers   int `json:"timers"`
	Opened   int `json:"opened"`
}

func (p *Parts) process(*http.Request) (any, error) {
	s := p.Application.WorkerState()
	return process{
		Workers: workers{s.VMs, s.Busy, s.Waiting, s.InFlight, s.Timers, s.Opened},
		Heap:    liveHeap(), Live: atLastCollection(), Memory: fromSystem(), Limit: p.MemoryLimit,
		Goroutines: runtime.NumGoroutine(), Processors: processors.Count(), Go: runtime.Version(), Began: p.Began(),
	}, nil
}

// atLastCollection returns the bytes of objects that the last collection of garbage has found to live.
func atLastCollection() uint64 {
	read := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(read)
	return read[0].Value.Uint64()
}

// fromSystem returns the memory that Go's runtime has mapped and not given back.
func fromSystem() uint64 {
	read := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(read)
	return read[0].Value.Uint64() - read[1].Value.Uint64()
}

// liveHeap returns the bytes of objects that live, or were not collected yet.
func liveHeap() uint64 {
	read := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(read)
	return read[0].Value.Uint64()
}
