// Package page shows an OpenAPI document in a browser: Swagger UI, embedded.
//
// The page takes everything from the server that it came from, and says so in its Content-Security-Policy: it works without the
// internet, and tells nobody of what it shows.
package page
