package redis

// Die ends the broker as the death of its process would: nothing is given back.
func (b *Broker) Die() {
	b.stop()
	_ = b.client.Close()
	b.close()
}
