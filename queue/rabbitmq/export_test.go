package rabbitmq

// CutIn cuts the connection that consumes.
func (b *Broker) CutIn() {
	conn, err := b.in.get(b.closing)
	if err == nil {
		_ = conn.Close()
	}
}
