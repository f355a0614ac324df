package jetstream

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	natsserver "github.com/nats-io/nats-server/v2/server"

	"github.com/fwrun/fwrun/platform/fault"
)

// folder is a store that this process has for itself.
type folder struct{ lock *os.File }

// layout is the number of how fwrun uses the store. It grows when an older fwrun could not use what a newer one wrote.
const layout = 1

// written is what the store says about who wrote it.
type written struct {
	Layout int    `json:"layout"`
	NATS   string `json:"nats"`
}

const openOp = "jetstream.open"

// openFolder locks a folder and checks that this version of fwrun can read it.
func openFolder(path string) (*folder, error) {
	cannot := fault.New(openOp, fault.Internal, "the folder "+path+" for queues cannot be used")
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, cannot.Because(err)
	}
	lock, err := os.OpenFile(filepath.Join(path, "lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, cannot.Because(err)
	}
	f := &folder{lock}
	locked, err := lockFile(lock)
	if err != nil {
		f.close()
		return nil, cannot.Because(err)
	}
	if !locked {
		holder, _ := io.ReadAll(io.LimitReader(lock, 20))
		f.close()
		return nil, inUse(path, strings.TrimSpace(string(holder)))
	}
	if err := f.sign(path); err != nil {
		f.close()
		return nil, err
	}
	return f, nil
}

func inUse(path, holder string) error {
	who := "another process"
	if _, err := strconv.Atoi(holder); err == nil {
		who = "process " + holder
	}
	return fault.New(openOp, fault.Conflict, who+" uses the queue store in "+path).
		WithHint("stop it, or give this application a folder of its own; several processes share queues by a server such as NATS or Redis, or a database")
}

// sign writes the process id and the versions, after it has read the versions that are there.
func (f *folder) sign(path string) error {
	cannot := fault.New(openOp, fault.Internal, "the folder "+path+" for queues cannot be used")
	if err := f.lock.Truncate(0); err != nil {
		return cannot.Because(err)
	}
	if _, err := f.lock.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0); err != nil {
		return cannot.Because(err)
	}
	file := filepath.Join(path, "version.json")
	text, err := os.ReadFile(file)
	switch {
	case errors.Is(err, os.ErrNotExist):
	case err != nil:
		return cannot.Because(err)
	default:
		var there written
		if err := json.Unmarshal(text, &there); err == nil && newer(there) {
			return fault.New(openOp, fault.Conflict, fmt.Sprintf("the queue store in %s was written by a newer version of fwrun", path)).
				WithHint("run that version, or a newer one").
				Because(fmt.Errorf("it has layout %d of NATS %s, this version reads layout %d of NATS %s", there.Layout, there.NATS, layout, natsserver.VERSION))
		}
	}
	text, err = json.Marshal(written{layout, natsserver.VERSION})
	if err == nil {
		err = replaceFile(file, append(text, '\n'))
	}
	if err != nil {
		return cannot.Because(err)
	}
	return nil
}

// newer reports whether a store may hold what this version does not know: NATS adds to its files in minor versions.
func newer(w written) bool {
	if w.Layout != layout {
		return w.Layout > layout
	}
	there, ours := minor(w.NATS), minor(natsserver.VERSION)
	return there[0] > ours[0] || there[0] == ours[0] && there[1] > ours[1]
}

func minor(version string) (numbers [2]int) {
	for i, part := range strings.SplitN(version, ".", 3) {
		if i < 2 {
			numbers[i], _ = strconv.Atoi(part)
		}
	}
	return numbers
}

func (f *folder) close() { _ = f.lock.Close() }

// replaceFile writes a file whole or not at all.
func replaceFile(name string, text []byte) error {
	file, err := os.OpenFile(name+".tmp", os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	if err == nil {
		err = file.Sync()
	}
	if e := file.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(name+".tmp", name)
	}
	if err == nil {
		err = syncFile(filepath.Dir(name))
	}
	return err
}
