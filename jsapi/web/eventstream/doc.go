// Package eventstream reads event streams (text/event-stream), as the HTML standard interprets them.
//
//	events := eventstream.NewReader(response.Body, 4<<20)
//	for {
//		event, err := events.Next()
//		…
//	}
//
// Laws:
//   - An event is returned as soon as its empty line has arrived, also when that ends with a CR that an LF may follow.
//   - No more is kept than one event and one line, and both together have a limit. Comments are not kept at all.
package eventstream
