// Package broker says what a broker of messages has to do. Each kind of broker is a package of its own beside this one,
// and [github.com/fwrun/fwrun/queue] does above all of them what only some of them can do themselves: delays, attempts,
// dead letters, ids.
//
// A message is a [message.Message] of Watermill. Its UUID identifies it to people, and to what removes duplicates;
// its metadata are the headers, of which those that begin with [Reserved] belong to fwrun.
package broker
