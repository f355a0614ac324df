package parcel

// keepsMark reports whether a program of this system can say by its mark that it carries an application: the linker signs the pages of
// programs for macOS, so their marks stay as they are.
func keepsMark() bool { return false }
