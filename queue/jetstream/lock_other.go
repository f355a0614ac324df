//go:build !unix

package jetstream

import "os"

// lockFile does nothing on systems where a lock would outlive a crash.
func lockFile(*os.File) (bool, error) { return true, nil }
