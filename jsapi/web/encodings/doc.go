// Package encodings decodes texts as the Encoding standard has it: UTF-8, UTF-16 and all the legacy encodings.
//
// [Name] returns the encoding of a label, and [New] a [Decoder], which takes bytes in pieces. The tables of legacy
// encodings are those of golang.org/x/text, which are in the binary and cost no memory before they are used.
package encodings
