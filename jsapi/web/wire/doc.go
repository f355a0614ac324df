// Package wire writes values that structuredClone has copied as bytes, and reads them in any VM.
//
// What is written is what such a copy can have: primitives, plain objects and arrays, Map, Set, Date, RegExp, Error, wrapped
// primitives, buffers and views, and objects of the platform for which a part has a [part.Carrier]. Shared and cyclic
// references are the same again. A message has a bounded number of objects, and of characters in regular expressions, since a few bytes of
// these take much memory and time where they are read. [Read] believes nothing of what it is given.
package wire
