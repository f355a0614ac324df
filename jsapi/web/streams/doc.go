// Package streams implements the Streams standard for scripts, and what is made of it: TextEncoderStream, TextDecoderStream,
// CompressionStream and DecompressionStream.
//
// The standard's algorithms are a package of npm (see jsapi/bundled). Bytes are moved by Go: a [Source] is read while a script asks
// for more, outside of the VM, and compression happens there, too.
//
//	stream, err := streams.Open(r, source, asError) // a ReadableStream of a Realm
//
// Other parts find the same in web.streams:
//
//	web.use('streams');
//	web.streams.fromBytes(buffer)       // a byte stream of an ArrayBuffer that nobody changes
//	web.streams.fromSource(source)      // of what host functions have made by NewSource
//	web.streams.readAll(stream, most)   // a promise of an ArrayBuffer
//
// Laws:
//   - Nothing is read before somebody asks: a stream that nobody reads holds one chunk at most.
//   - What a stream reads from ends with the call that made it, or when the stream is cancelled.
//   - Decompression makes as much as is asked for, however small its input is.
package streams
