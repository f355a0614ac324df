package databases

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// lent is the server that this process has borrowed, which its tests take one after the other.
var lent struct {
	mu      sync.Mutex
	name    string
	holders int
	release func()
}

// Borrow returns the address of one of several servers that one process at a time may use, and waits until one is free. The
// caller gives it back. ok is false if there is none.
func Borrow(names ...string) (address string, giveBack func(), ok bool, err error) {
	lent.mu.Lock()
	defer lent.mu.Unlock()
	if lent.holders == 0 {
		if lent.name, lent.release, err = free(names); err != nil || lent.name == "" {
			return "", nil, false, err
		}
	}
	address, ok, err = Shared(lent.name)
	if err != nil || !ok {
		if lent.holders == 0 {
			lent.release()
		}
		return "", nil, ok, err
	}
	lent.holders++
	return address, sync.OnceFunc(func() {
		lent.mu.Lock()
		defer lent.mu.Unlock()
		if lent.holders--; lent.holders == 0 {
			lent.release()
		}
	}), true, nil
}

// free waits until nobody else uses one of the servers. The name is empty if there is none of them.
func free(names []string) (name string, release func(), err error) {
	folder := os.Getenv(Variable)
	var begun []string
	for _, name := range names {
		if _, err := os.Stat(filepath.Join(folder, name+".begun")); folder != "" && err == nil {
			begun = append(begun, name)
		}
	}
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for ; len(begun) > 0; <-look.C {
		for _, name := range begun {
			release, err := lock(filepath.Join(folder, name+".lock"))
			if !errors.Is(err, errLocked) {
				return name, release, err
			}
		}
	}
	return "", nil, nil
}

var errLocked = errors.New("another process has it")
