// Package register tells Spring Boot Admin that an application runs, for as long as it runs.
//
// A [Registrar] follows a [Plan], which may be replaced at any time. Each server is notified by a goroutine of its own, so that one
// that does not answer delays neither the others nor the application.
package register
