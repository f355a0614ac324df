// Package rest notices when a process has nothing to do any more, and lets it give memory back, once each time.
//
// A process that has worked keeps what the work needed: garbage that no collection has found, buffers in pools, pages of a database.
// While work goes on that is what makes it fast. A process rests when it has used hardly any processor time for some seconds; work
// that costs little, such as a probe now and then, does not keep it from that. It gives back only if it has worked since
// the last time, and holds more than it did then: what that costs is a small part of the work before.
//
//	go rest.Watch(ctx, rest.Options{Spent: rest.ProcessorTime, Held: rest.Memory, GiveBack: debug.FreeOSMemory})
package rest
