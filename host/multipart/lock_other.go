//go:build !unix

package multipart

import "os"

// lockFolder does nothing on systems where a lock would outlive a crash.
func lockFolder(string) (*os.File, error) { return nil, nil }

// removeAbandoned does nothing: without locks the owner of a folder is not known.
func removeAbandoned(string) {}

func isQuota(error) bool { return false }
