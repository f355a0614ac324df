package broadcast

// Relay is one of those in a process who send and receive. Its methods may be called from any goroutine, and do not wait.
type Relay struct{ line *Line }

// Publish sends a message to all others who have subscribed to the name. The message must not be changed afterwards.
func (r *Relay) Publish(name string, message []byte) { r.line.publish(r, name, message) }

// Subscribe calls a function with each message of a name that others send, in the order of each sender, until end is called or the relay
// is closed. The function may be called from any goroutine, and must not wait. A relay has one subscription to a name at a time.
func (r *Relay) Subscribe(name string, receive func(message []byte)) (end func()) {
	r.line.subscribe(r, name, receive)
	return func() { r.line.unsubscribe(r, name) }
}

// Close ends the subscriptions of the relay. What it publishes after that is lost.
func (r *Relay) Close() { r.line.leave(r) }
