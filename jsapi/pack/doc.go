// Package pack writes script values as bytes, and reads them in whatever VM.
//
// What is kept: undefined, null, booleans, numbers, BigInts, strings, dates, bytes, arrays,
// Map, Set, plain objects, and objects of the classes that the application exports, which
// have their methods again. An object that is referred to twice is one object again, and may
// contain itself. Functions, symbols, promises and errors are refused, by where they are.
//
// The laws: what is read of what was written has the same shape, and nothing of it is shared
// with what was written. Bytes of another version, or of a class that there is no more, are
// an [ErrUnreadable], which a cache takes for a miss.
package pack
