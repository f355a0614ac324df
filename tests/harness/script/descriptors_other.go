//go:build !linux

package script

import "errors"

// limitProcess is for Linux only.
func limitProcess(int, uint64) error { return errors.ErrUnsupported }
