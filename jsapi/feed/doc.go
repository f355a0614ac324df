// Package feed passes bytes from one that writes to one that reads, as they are or decompressed, and lets each wait for the other. It
// knows nothing of scripts.
//
// A [Pipe] tells its writer when its reader has used everything and wants more. An [Inflater] is a pipe whose reader gets the decompressed
// bytes.
//
//	in := feed.NewInflater(func(from *bufio.Reader) (io.Reader, error) { return gzip.NewReader(from) })
//	go in.Write(ctx, data)
//	block, err := in.Next(ctx)
//
// Laws: nothing is decoded before it is asked for, so of a small piece that becomes large no more than one block is in memory; who
// waits is released when the context ends or the pipe is stopped; no goroutine is begun here.
package feed
