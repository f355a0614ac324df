package jetstream

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
)

// syncer writes messages of an embedded server through to the disk.
//
// The server has written a message to a file of its stream, <stream>/msgs/<n>.blk, when it acknowledges it. It appends to the
// file with the largest number only, and begins the next one when that is full. So a message that was acknowledged is on the
// disk once the files from the last one that was written through up to the largest are, and the names in the folder. What else
// there is in the folder, the server makes anew from these files.
//
// Publishers that wait at the same time share one pass over the files.
type syncer struct {
	folder   string // of all streams
	always   bool
	interval time.Duration
	through  func(path string) error // writes a file or folder through to the disk

	mu      sync.Mutex
	streams map[string]*streamSync
	closed  bool
}

// streamSync is the part of a syncer for one stream.
type streamSync struct {
	*syncer
	messages string // the folder

	mu      sync.Mutex
	next    *pass // that has not begun
	running bool
	timer   *time.Timer
	broken  error // of a file that could not be written through: what it has is not known any more

	last uint64 // the sequence number of the last message that the server has

	oldest int      // the number of the first file that may not have been written through
	known  []string // the names of the files at the last pass
}

// pass is one writing through, for all who waited when it began.
type pass struct {
	done chan struct{}
	err  error
}

func newSyncer(folder string, s Store) *syncer {
	return &syncer{folder: folder, always: s.Sync == SyncAlways, interval: s.Interval, through: syncFile, streams: map[string]*streamSync{}}
}

// syncFile writes a file, or the names in a folder, through to the disk. What has been removed meanwhile is not needed.
func syncFile(path string) error {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	err = file.Sync()
	_ = file.Close()
	return err
}

// created writes the configuration of a new stream, and the names of its folders, through to the disk.
func (s *syncer) created(stream string) error {
	own := filepath.Join(s.folder, stream)
	paths := []string{filepath.Join(own, "meta.inf"), filepath.Join(own, "meta.sum"), filepath.Join(own, "msgs"), own}
	for at, up := s.folder, 0; up < 4; at, up = filepath.Dir(at), up+1 {
		paths = append(paths, at) // streams, the account, jetstream, the store
	}
	for _, p := range paths {
		if err := s.through(p); err != nil {
			return notWritten(err)
		}
	}
	return nil
}

func notWritten(err error) error {
	return fault.New("jetstream.publish", fault.Unavailable, "the queue store cannot be written").
		WithHint("check the disk, and start fwrun again").Because(err)
}

// written is called when messages of a stream have been acknowledged. With SyncAlways it returns when they are on the disk.
func (s *syncer) written(ctx context.Context, stream string) error {
	t := s.of(stream)
	if !s.always {
		return t.later()
	}
	p := t.join()
	select {
	case <-p.done:
		return p.err
	case <-ctx.Done():
		return fault.New("jetstream.publish", fault.Timeout, "the disk did not take the messages in time").Because(ctx.Err())
	}
}

func (s *syncer) of(stream string) *streamSync {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.streams[stream]
	if t == nil {
		t = &streamSync{syncer: s, messages: filepath.Join(s.folder, stream, "msgs")}
		s.streams[stream] = t
	}
	return t
}

// accepted notes that the server has a message with a sequence number.
func (s *syncer) accepted(stream string, sequence uint64) {
	t := s.of(stream)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last = max(t.last, sequence)
}

// join returns the next pass that begins.
func (t *streamSync) join() *pass {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.next == nil {
		t.next = &pass{done: make(chan struct{})}
	}
	if !t.running {
		t.running = true
		go t.run()
	}
	return t.next
}

// run makes passes for as long as anybody waits for one.
func (t *streamSync) run() {
	for {
		t.mu.Lock()
		p := t.next
		t.next = nil
		if p == nil {
			t.running = false
			t.mu.Unlock()
			return
		}
		broken := t.broken
		t.mu.Unlock()
		if p.err = broken; p.err == nil {
			p.err = t.pass()
		}
		if p.err != nil {
			t.mu.Lock()
			t.broken = p.err
			t.mu.Unlock()
		}
		close(p.done)
	}
}

// later makes a pass after the interval.
func (t *streamSync) later() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.timer == nil && t.broken == nil {
		t.timer = time.AfterFunc(t.interval, func() {
			t.mu.Lock()
			t.timer = nil
			t.mu.Unlock()
			t.join()
		})
	}
	return t.broken
}

// pass writes the files that may have new messages through to the disk.
func (t *streamSync) pass() error {
	t.mu.Lock()
	last := t.last
	t.mu.Unlock()
	names, largest, err := t.list()
	if err != nil {
		return notWritten(err)
	}
	written := extent{block: largest, last: last}
	if info, err := os.Stat(filepath.Join(t.messages, strconv.Itoa(largest)+blockSuffix)); err == nil {
		written.size = info.Size()
	}
	for _, n := range names {
		if err := t.through(filepath.Join(t.messages, n)); err != nil {
			return notWritten(err)
		}
	}
	// A file that was there before may be another one of the same name: the server writes one again to make it smaller,
	// but only when it is not the last any more, which shows.
	after, _, err := t.list()
	if err != nil {
		return notWritten(err)
	}
	if !slices.Equal(names, t.known) || !slices.Equal(names, after) {
		if err := t.through(t.messages); err != nil {
			return notWritten(err)
		}
	}
	t.known = names
	t.oldest = largest
	if written.size > 0 {
		written.write(filepath.Dir(t.messages))
	}
	return nil
}

// list returns the names of the files that may have new messages, and the largest number.
func (t *streamSync) list() (names []string, largest int, err error) {
	folder, err := os.Open(t.messages)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, t.oldest, nil
	}
	if err != nil {
		return nil, 0, err
	}
	all, err := folder.Readdirnames(-1)
	_ = folder.Close()
	largest = t.oldest
	for _, name := range all {
		number, isBlock := strings.CutSuffix(name, blockSuffix)
		if n, err := strconv.Atoi(number); isBlock && err == nil && n >= t.oldest {
			names, largest = append(names, name), max(largest, n)
		}
	}
	slices.Sort(names)
	return names, largest, err
}

const blockSuffix = ".blk"

// close makes a last pass over all streams.
func (s *syncer) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	s.closed = true
	for _, t := range s.streams {
		t.mu.Lock()
		if t.timer != nil {
			t.timer.Stop()
		}
		t.mu.Unlock()
		<-t.join().done
	}
}
