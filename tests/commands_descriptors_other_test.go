//go:build !linux

package tests

import "errors"

// limitProcess is for Linux only.
func limitProcess(int, uint64) error { return errors.ErrUnsupported }
