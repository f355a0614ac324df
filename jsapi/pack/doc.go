// Package pack encodes script values as bytes, and decodes them in any VM.
//
// It encodes undefined, null, booleans, numbers, BigInts, strings, dates, bytes, arrays, Map, Set, plain objects, and
// objects of the classes that the application exports, which get their methods back. An object that is referred to
// twice is one object again, and may contain itself. For functions, symbols, promises and errors, Append returns an
// error that says where they are.
//
// The laws: a decoded value has the same shape as the encoded one, and shares nothing with it. Bytes of another
// version, or of a class that no longer exists, result in [ErrUnreadable], which a cache treats as a miss.
package pack
