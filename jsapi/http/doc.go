// Package http is the HTTP classes of scripts: HttpRequest, ResponseEntity, HttpStatus, HttpUploadedFile,
// HttpRestException, and interceptors with their registry.
//
// The edge that receives a request implements [Request] and [UploadedFile]. This package does not depend on a server.
package http
