package jetstream

// Through makes a server call f instead of writing a file or folder through to the disk. f is given what does it.
func (s *Server) Through(f func(path string, do func(string) error) error) {
	s.sync.through = func(path string) error { return f(path, syncFile) }
}

// Streams returns the folder of all streams.
func (s *Server) Streams() string { return s.sync.folder }

// Cut ends the connection of a broker as the death of its process does.
func (b *Broker) Cut() { b.nc.Close() }
