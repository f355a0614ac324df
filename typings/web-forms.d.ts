/// <reference path="web.d.ts" />

// Bytes and forms of the web platform. No Blob, and no form that is sent, has more than 128 MiB.

/** What a Blob can be made of. */
type BlobPart = BufferSource | Blob | string;

/** The options of a {@link Blob}. */
interface BlobPropertyBag {
  /** The media type. Default: none. */
  type?: string;
  /** Whether newlines in texts become those of the operating system. Default: "transparent", which keeps them. */
  endings?: "transparent" | "native";
}

/** The options of a {@link File}. */
interface FilePropertyBag extends BlobPropertyBag {
  /** When it was last changed, in milliseconds since 1970. Default: now. */
  lastModified?: number;
}

/** Bytes that never change, with a media type. Blobs share the memory of those that they are made of. */
declare class Blob {
  /** Makes a blob of texts, which become UTF-8, of bytes and of other blobs. Throws a RangeError if they are too large. */
  constructor(parts?: Iterable<BlobPart>, options?: BlobPropertyBag);
  /** The number of bytes. */
  readonly size: number;
  /** The media type in lower case; empty if there is none. */
  readonly type: string;
  /** Returns a part of the bytes, without copying them. Negative offsets count from the end. */
  slice(start?: number, end?: number, contentType?: string): Blob;
  /** Returns a copy of the bytes. */
  arrayBuffer(): Promise<ArrayBuffer>;
  /** Returns a copy of the bytes. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  /** Decodes the bytes as UTF-8. */
  text(): Promise<string>;
}

/** A Blob with a name. */
declare class File extends Blob {
  /** Makes a file of what a Blob is made of. */
  constructor(parts: Iterable<BlobPart>, name: string, options?: FilePropertyBag);
  /** The name, which may be any text. */
  readonly name: string;
  /** When it was last changed, in milliseconds since 1970. */
  readonly lastModified: number;
}

/** The type of values in a {@link FormData}. */
type FormDataEntryValue = File | string;

/** The fields of a form. A name may occur several times. */
declare class FormData {
  /** Makes a form without fields. */
  constructor();
  /** Adds a text. */
  append(name: string, value: string): void;
  /** Adds a file. A Blob becomes a File, whose name is "blob" if none is given. */
  append(name: string, value: Blob, filename?: string): void;
  /** Sets a field, and removes all others of the name. */
  set(name: string, value: string): void;
  /** Sets a field to a file, and removes all others of the name. */
  set(name: string, value: Blob, filename?: string): void;
  /** Removes all fields of a name. */
  delete(name: string): void;
  /** Returns the first value of a name, or null. */
  get(name: string): FormDataEntryValue | null;
  /** Returns all values of a name. */
  getAll(name: string): FormDataEntryValue[];
  /** Whether there is a field of a name. */
  has(name: string): boolean;
  /** Calls a function for each field. */
  forEach(callback: (value: FormDataEntryValue, name: string, form: FormData) => void, thisArg?: unknown): void;
  /** Names and values, in order. */
  entries(): IterableIterator<[string, FormDataEntryValue]>;
  /** The names, one for each field. */
  keys(): IterableIterator<string>;
  /** The values, in order. */
  values(): IterableIterator<FormDataEntryValue>;
  /** Names and values, in order. */
  [Symbol.iterator](): IterableIterator<[string, FormDataEntryValue]>;
}
