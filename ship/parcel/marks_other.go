//go:build !darwin

package parcel

// keepsMark reports whether a program of this system can say by its mark that it carries an application.
func keepsMark() bool { return true }
