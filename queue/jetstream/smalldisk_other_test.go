//go:build !linux

package jetstream_test

import "testing"

func smallDisk(t *testing.T, _ int) string {
	t.Skip("needs a file system of its own")
	return ""
}
