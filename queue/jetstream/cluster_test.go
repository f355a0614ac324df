package jetstream_test

func node(string) error { return nil }
