package management

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"runtime/pprof"
	"strings"
	"sync"

	"github.com/google/pprof/profile"

	"github.com/fwrun/fwrun/platform/fault"
)

// heapProfiles makes one profile at a time, since each stops the program for a moment.
var heapProfiles sync.Mutex

// heapDump returns a function that makes a profile of the heap, as go tool pprof reads it. Each sample has the label "share" with the part of the
// program that the memory belongs to, and a comment has the sum of each part. The engine cannot tell the memory of one VM from that of another, since
// all share the heap.
func heapDump(of *Parts) func(ctx context.Context, live bool) ([]byte, error) {
	return func(ctx context.Context, live bool) ([]byte, error) { return dumpHeap(ctx, live, of) }
}

func dumpHeap(ctx context.Context, live bool, of *Parts) ([]byte, error) {
	heapProfiles.Lock()
	defer heapProfiles.Unlock()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if live {
		runtime.GC()
	}
	var raw bytes.Buffer
	if err := pprof.Lookup("heap").WriteTo(&raw, 0); err != nil {
		return nil, err
	}
	p, err := profile.Parse(&raw)
	if err != nil {
		return nil, fault.New("app.heapDump", fault.Internal, "the profile cannot be read").Because(err)
	}
	total, busy := of.Application.Workers()
	p.Comments = append(p.Comments, shareOut(p)...)
	p.Comments = append(p.Comments, fmt.Sprintf("application: %s; workers (VMs): %d, busy: %d", of.Name, total, busy))
	var out bytes.Buffer
	if err := p.Write(&out); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// shareOut labels the samples of a heap profile, and returns the bytes in use of each part.
func shareOut(p *profile.Profile) (sums []string) {
	inUse := max(len(p.SampleType)-1, 0) // alloc_objects, alloc_space, inuse_objects, inuse_space
	bytesOf, order := map[string]int64{}, []string{}
	for _, s := range p.Sample {
		share := shareOf(s)
		if s.Label == nil {
			s.Label = map[string][]string{}
		}
		s.Label["share"] = []string{share}
		if _, known := bytesOf[share]; !known {
			order = append(order, share)
		}
		if inUse < len(s.Value) {
			bytesOf[share] += s.Value[inUse]
		}
	}
	for _, share := range order {
		sums = append(sums, fmt.Sprintf("%s: %d bytes in use", share, bytesOf[share]))
	}
	return sums
}

// shareOf returns the part of the program that a sample belongs to: that of the innermost function which is not of Go's own library.
func shareOf(s *profile.Sample) string {
	for _, location := range s.Location {
		for _, line := range location.Line {
			if line.Function == nil {
				continue
			}
			if share := shareOfFunction(line.Function.Name); share != "" {
				return share
			}
		}
	}
	return "go"
}

// shareOfFunction returns the part of the program that a function belongs to: "" for Go's own library.
func shareOfFunction(name string) string {
	dir, last := "", name
	if slash := strings.LastIndexByte(name, '/'); slash >= 0 {
		dir, last = name[:slash+1], name[slash+1:]
	}
	pkg, function, _ := strings.Cut(last, ".")
	switch path := dir + pkg; {
	case path == "github.com/dop251/goja" && strings.Contains(function, "ompile"),
		strings.HasPrefix(path, "github.com/dop251/goja/"), strings.HasPrefix(path, "github.com/evanw/esbuild"),
		strings.HasPrefix(path, modulePath+"/engine/source"), strings.HasPrefix(path, modulePath+"/engine/b"):
		return "scripts (code)"
	case path == "github.com/dop251/goja", strings.HasPrefix(path, "github.com/dlclark/regexp2"):
		return "scripts (values)"
	case strings.HasPrefix(path, modulePath+"/"):
		path = strings.TrimPrefix(path, modulePath+"/")
		part, _, _ := strings.Cut(strings.TrimPrefix(path, "platform/"), "/")
		return part
	case strings.HasPrefix(path, "modernc.org/"), strings.HasPrefix(path, "github.com/jackc/"), strings.HasPrefix(path, "github.com/go-sql-driver/"):
		return "databases"
	case strings.Contains(path, "."):
		return "libraries"
	default:
		return ""
	}
}

// modulePath is the path of fwrun's own packages.
const modulePath = "github.com/fwrun/fwrun"
