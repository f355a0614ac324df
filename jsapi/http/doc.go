// Package http is what scripts have of HTTP: HttpRequest, ResponseEntity, HttpStatus, HttpUploadedFile, HttpRestException,
// and what takes part in requests besides their handlers.
//
// The edge that took a request implements [Request] and [UploadedFile]; this package knows no server.
package http
