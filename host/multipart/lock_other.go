//go:build !unix

package multipart

import "os"

// lockFolder locks nothing where a lock cannot outlive a crash safely.
func lockFolder(string) (*os.File, error) { return nil, nil }

// removeAbandoned leaves a folder alone, for nobody knows whose it is.
func removeAbandoned(string) {}

func isQuota(error) bool { return false }
