// Package web finds the handlers of an application with their routes and parameters, the interceptors and the
// error controller, and how values are written as JSON and XML.
package web
