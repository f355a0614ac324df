// Package binary finds out what program an executable file is: whether it is fwrun, of which version and for which platform, and whether it
// carries an application.
//
// Each fwrun has a mark in its read-only data. Who puts an application behind the program writes into a copy's mark where it begins and
// how long it is, so that a copy that has lost it, as by strip, knows that there was one.
//
//	program, err := binary.Read(file)
//	err = program.Mark(out, binary.Extent{Offset: size, Length: n})
//	extent, carries := binary.Own()
package binary
