// Streams of the web platform, as in browsers and Node: values that are made, changed and used one after the
// other, at the pace of the slowest.

/** What {@link ReadableStreamDefaultReader.read} gives: a chunk, or the end. */
type ReadableStreamReadResult<T> = { done: false; value: T } | { done: true; value: T | undefined };
/** How many chunks may wait in a stream before its maker is told to pause. */
interface QueuingStrategy<T = any> {
  /** How much may wait, in the unit of `size`. Default: 1 for writable streams, and for readable ones; 0 for streams of bytes. */
  highWaterMark?: number;
  /** Returns the size of a chunk. Default: 1 for each. */
  size?(chunk: T): number;
}
/** The options of the queuing strategies. */
interface QueuingStrategyInit {
  /** How much may wait. */
  highWaterMark: number;
}
/** What a {@link ReadableStream} reads from. */
interface UnderlyingSource<R = any> {
  /** Called once, at the beginning. */
  start?(controller: ReadableStreamDefaultController<R>): unknown;
  /** Called while the stream wants more chunks; not again before the promise that it returned is settled. */
  pull?(controller: ReadableStreamDefaultController<R>): void | PromiseLike<void>;
  /** Called when nobody wants to read any more. */
  cancel?(reason?: any): void | PromiseLike<void>;
  /** Only for streams of bytes. */
  type?: undefined;
}
/** What a {@link ReadableStream} of bytes reads from. */
interface UnderlyingByteSource {
  /** Called once, at the beginning. */
  start?(controller: ReadableByteStreamController): unknown;
  /** Called while the stream wants more bytes; not again before the promise that it returned is settled. */
  pull?(controller: ReadableByteStreamController): void | PromiseLike<void>;
  /** Called when nobody wants to read any more. */
  cancel?(reason?: any): void | PromiseLike<void>;
  /** Says that this is a stream of bytes. */
  type: "bytes";
  /** The size of the buffers that are made for readers without one of their own. */
  autoAllocateChunkSize?: number;
}
/** What a {@link WritableStream} writes to. */
interface UnderlyingSink<W = any> {
  /** Called once, at the beginning. */
  start?(controller: WritableStreamDefaultController): unknown;
  /** Called with each chunk; not again before the promise that it returned is settled. */
  write?(chunk: W, controller: WritableStreamDefaultController): void | PromiseLike<void>;
  /** Called after the last chunk. */
  close?(): void | PromiseLike<void>;
  /** Called when the stream is given up. */
  abort?(reason?: any): void | PromiseLike<void>;
}
/** What a {@link TransformStream} does. */
interface Transformer<I = any, O = any> {
  /** Called once, at the beginning. */
  start?(controller: TransformStreamDefaultController<O>): unknown;
  /** Called with each chunk. Without it, chunks pass as they are. */
  transform?(chunk: I, controller: TransformStreamDefaultController<O>): void | PromiseLike<void>;
  /** Called after the last chunk. */
  flush?(controller: TransformStreamDefaultController<O>): void | PromiseLike<void>;
  /** Called when one of the sides is given up. */
  cancel?(reason?: any): void | PromiseLike<void>;
}
/** The options of {@link ReadableStream.pipeTo}. */
interface StreamPipeOptions {
  /** Whether the target stays open when the source fails. */
  preventAbort?: boolean;
  /** Whether the source stays open when the target fails. */
  preventCancel?: boolean;
  /** Whether the target stays open at the end of the source. */
  preventClose?: boolean;
  /** Stops piping when it is aborted. */
  signal?: AbortSignal;
}
/** Two ends: what is written to one can be read, changed, from the other. */
interface ReadableWritablePair<R = any, W = any> {
  /** The end to read from. */
  readable: ReadableStream<R>;
  /** The end to write to. */
  writable: WritableStream<W>;
}

/** Values that are read one after the other. */
declare class ReadableStream<R = any> {
  /** Creates a stream of bytes. */
  constructor(source: UnderlyingByteSource, strategy?: { highWaterMark?: number });
  /** Creates a stream. */
  constructor(source?: UnderlyingSource<R>, strategy?: QueuingStrategy<R>);
  /** Creates a stream of the items of an iterable, such as an array or an async generator. */
  static from<T>(items: Iterable<T | PromiseLike<T>> | AsyncIterable<T>): ReadableStream<T>;
  /** Whether the stream has a reader. */
  readonly locked: boolean;
  /** Says that nobody wants to read any more. */
  cancel(reason?: any): Promise<void>;
  /** Returns a reader that reads into given buffers, of a stream of bytes. The stream is locked until its lock is released. */
  getReader(options: { mode: "byob" }): ReadableStreamBYOBReader;
  /** Returns a reader. The stream is locked until its lock is released. */
  getReader(options?: { mode?: undefined }): ReadableStreamDefaultReader<R>;
  /** Pipes the stream into something like a {@link TransformStream}, and returns what comes out. */
  pipeThrough<T>(transform: ReadableWritablePair<T, R>, options?: StreamPipeOptions): ReadableStream<T>;
  /** Writes all chunks to a target, and closes it. */
  pipeTo(target: WritableStream<R>, options?: StreamPipeOptions): Promise<void>;
  /** Returns two streams with the same chunks. What only one of them has read is kept for the other. */
  tee(): [ReadableStream<R>, ReadableStream<R>];
  /** Returns an iterator of the chunks. Ending it early cancels the stream, unless that is prevented. */
  values(options?: { preventCancel?: boolean }): ReadableStreamAsyncIterator<R>;
  /** The same as {@link values}. */
  [Symbol.asyncIterator](options?: { preventCancel?: boolean }): ReadableStreamAsyncIterator<R>;
}
/** An iterator of the chunks of a stream. */
interface ReadableStreamAsyncIterator<T> extends AsyncIterator<T, undefined, undefined> {
  /** Returns itself. */
  [Symbol.asyncIterator](): ReadableStreamAsyncIterator<T>;
}

/** Reads a stream chunk by chunk. */
declare class ReadableStreamDefaultReader<R = any> {
  /** Creates a reader, and locks the stream. */
  constructor(stream: ReadableStream<R>);
  /** Settled when the stream has ended or failed, or the lock was released. */
  readonly closed: Promise<undefined>;
  /** Says that nobody wants to read any more. */
  cancel(reason?: any): Promise<void>;
  /** Reads a chunk. */
  read(): Promise<ReadableStreamReadResult<R>>;
  /** Unlocks the stream. */
  releaseLock(): void;
}
/** Reads a stream of bytes into given buffers. */
declare class ReadableStreamBYOBReader {
  /** Creates a reader, and locks the stream. */
  constructor(stream: ReadableStream<Uint8Array<ArrayBuffer>>);
  /** Settled when the stream has ended or failed, or the lock was released. */
  readonly closed: Promise<undefined>;
  /** Says that nobody wants to read any more. */
  cancel(reason?: any): Promise<void>;
  /** Reads into a view, whose buffer moves into the result; at least `min` elements, 1 by default. */
  read<T extends ArrayBufferView>(view: T, options?: { min?: number }): Promise<ReadableStreamReadResult<T>>;
  /** Unlocks the stream. */
  releaseLock(): void;
}
/** With which the source of a {@link ReadableStream} adds chunks. */
declare class ReadableStreamDefaultController<R = any> {
  private constructor();
  /** How much more the stream wants; 0 or less if it is full, null if it has failed. */
  readonly desiredSize: number | null;
  /** Ends the stream after what was added. */
  close(): void;
  /** Adds a chunk. */
  enqueue(chunk?: R): void;
  /** Lets the stream fail. */
  error(reason?: any): void;
}
/** With which the source of a stream of bytes adds bytes. */
declare class ReadableByteStreamController {
  private constructor();
  /** The request of a reader with a buffer of its own, or null. */
  readonly byobRequest: ReadableStreamBYOBRequest | null;
  /** How many more bytes the stream wants; 0 or less if it is full, null if it has failed. */
  readonly desiredSize: number | null;
  /** Ends the stream after what was added. */
  close(): void;
  /** Adds bytes, whose buffer moves into the stream. */
  enqueue(chunk: ArrayBufferView): void;
  /** Lets the stream fail. */
  error(reason?: any): void;
}
/** A buffer that a reader wants to have filled. */
declare class ReadableStreamBYOBRequest {
  private constructor();
  /** The view to fill; null if that was done. */
  readonly view: ArrayBufferView | null;
  /** Says how many bytes were written to the view. */
  respond(bytesWritten: number): void;
  /** Gives another view of the same buffer, with the bytes. */
  respondWithNewView(view: ArrayBufferView): void;
}

/** Something that values are written to, one after the other. */
declare class WritableStream<W = any> {
  /** Creates a stream. */
  constructor(sink?: UnderlyingSink<W>, strategy?: QueuingStrategy<W>);
  /** Whether the stream has a writer. */
  readonly locked: boolean;
  /** Gives the stream up: what waits is not written. */
  abort(reason?: any): Promise<void>;
  /** Closes the stream after what was written. */
  close(): Promise<void>;
  /** Returns a writer. The stream is locked until its lock is released. */
  getWriter(): WritableStreamDefaultWriter<W>;
}
/** Writes to a stream chunk by chunk. */
declare class WritableStreamDefaultWriter<W = any> {
  /** Creates a writer, and locks the stream. */
  constructor(stream: WritableStream<W>);
  /** Settled when the stream is closed or has failed, or the lock was released. */
  readonly closed: Promise<undefined>;
  /** How much more the stream takes before it is full; null if it has failed. */
  readonly desiredSize: number | null;
  /** Settled when the stream takes more. */
  readonly ready: Promise<undefined>;
  /** Gives the stream up: what waits is not written. */
  abort(reason?: any): Promise<void>;
  /** Closes the stream after what was written. */
  close(): Promise<void>;
  /** Unlocks the stream. */
  releaseLock(): void;
  /** Writes a chunk. The promise is settled when the sink has taken it. */
  write(chunk?: W): Promise<void>;
}
/** With which the sink of a {@link WritableStream} fails. */
declare class WritableStreamDefaultController {
  private constructor();
  /** Aborted when the stream is. */
  readonly signal: AbortSignal;
  /** Lets the stream fail. */
  error(reason?: any): void;
}

/** A pair of streams: what is written to one can be read, changed, from the other. */
declare class TransformStream<I = any, O = any> {
  /** Creates a pair of streams. Without a transformer, chunks pass as they are. */
  constructor(transformer?: Transformer<I, O>, writableStrategy?: QueuingStrategy<I>, readableStrategy?: QueuingStrategy<O>);
  /** The end to read from. */
  readonly readable: ReadableStream<O>;
  /** The end to write to. */
  readonly writable: WritableStream<I>;
}
/** With which a {@link Transformer} adds chunks. */
declare class TransformStreamDefaultController<O = any> {
  private constructor();
  /** How much more the readable end wants; 0 or less if it is full, null if it has failed. */
  readonly desiredSize: number | null;
  /** Adds a chunk. */
  enqueue(chunk?: O): void;
  /** Lets both ends fail. */
  error(reason?: any): void;
  /** Ends the readable end, and lets the writable one fail. */
  terminate(): void;
}

/** Counts bytes: `highWaterMark` is their number. */
declare class ByteLengthQueuingStrategy implements QueuingStrategy<ArrayBufferView> {
  /** Creates a strategy. */
  constructor(init: QueuingStrategyInit);
  /** How many bytes may wait. */
  readonly highWaterMark: number;
  /** Returns the number of bytes of a chunk. */
  readonly size: (chunk: ArrayBufferView) => number;
}
/** Counts chunks: `highWaterMark` is their number. */
declare class CountQueuingStrategy implements QueuingStrategy {
  /** Creates a strategy. */
  constructor(init: QueuingStrategyInit);
  /** How many chunks may wait. */
  readonly highWaterMark: number;
  /** Returns 1. */
  readonly size: () => 1;
}

/** Makes texts bytes in UTF-8. */
declare class TextEncoderStream {
  /** Creates a pair of streams. */
  constructor();
  /** Always "utf-8". */
  readonly encoding: "utf-8";
  /** The end to read bytes from. */
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** The end to write texts to. */
  readonly writable: WritableStream<string>;
}
/** Makes bytes texts. A character may begin in one chunk and end in another. */
declare class TextDecoderStream {
  /** Creates a pair of streams. Throws a RangeError for an unknown encoding. */
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  /** The name of the encoding, in lower case. */
  readonly encoding: string;
  /** Whether bytes that are not valid let the stream fail. */
  readonly fatal: boolean;
  /** Whether a byte order mark stays in the text. */
  readonly ignoreBOM: boolean;
  /** The end to read texts from. */
  readonly readable: ReadableStream<string>;
  /** The end to write bytes to. */
  readonly writable: WritableStream<BufferSource>;
}

/** The formats of compressed data. "deflate" is that of zlib, "deflate-raw" has neither header nor checksum. */
type CompressionFormat = "brotli" | "deflate" | "deflate-raw" | "gzip";
/** Compresses bytes. */
declare class CompressionStream {
  /** Creates a pair of streams. Throws a TypeError for an unknown format. */
  constructor(format: CompressionFormat);
  /** The end to read compressed bytes from. */
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** The end to write bytes to. */
  readonly writable: WritableStream<BufferSource>;
}
/** Decompresses bytes, as much as is asked for at a time. Fails with a TypeError if the data is damaged, incomplete or goes on behind its end. */
declare class DecompressionStream {
  /** Creates a pair of streams. Throws a TypeError for an unknown format. */
  constructor(format: CompressionFormat);
  /** The end to read bytes from. */
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** The end to write compressed bytes to. */
  readonly writable: WritableStream<BufferSource>;
}
