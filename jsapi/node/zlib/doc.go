// Package zlib compresses and decompresses bytes as node:zlib asks for it. It knows nothing of scripts.
//
// [Format.Compress] and [Format.Decompress] take all bytes at once. A [Deflater] is fed with pieces and gives what it has made of each;
// an [Inflater] is read while it is written to, so that of a small piece that becomes large no more than one block is in memory.
//
//	out, err := zlib.Gzip.Decompress(ctx, data, zlib.Options{MaxOutput: 1 << 20})
//
// Laws: what is made is bounded by [Options.MaxOutput]; who waits for an Inflater is released when it is stopped; errors are [Error]s
// with the codes of the library that Node uses.
package zlib
