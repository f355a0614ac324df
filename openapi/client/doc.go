// Package client writes a TypeScript client of an OpenAPI document.
//
// [Write] makes one file of a document of OpenAPI 3.1. The file depends on nothing but fetch, so it works wherever JavaScript does. It
// has the types of the document's schemas, an interface Api with a function for each operation, and what sends the requests, which is
// the same in every client ([runtime.ts]).
//
// An operation Users_find is called as api.users.find({ id: 7 }). Everything is sorted by name, so that a document whose parts are in
// another order makes the same file, byte for byte.
//
// Texts of the document are data wherever they end up: in comments, in texts or as names, they cannot become code.
//
// [runtime.ts]: https://github.com/fwrun/fwrun/blob/main/openapi/client/runtime.ts
package client
