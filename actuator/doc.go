// Package actuator answers how a process is: management endpoints with the paths, the JSON and the manners of Spring Boot's
// actuator, so that tools made for it can read them.
//
// An [Endpoint] is made of functions that the caller hands to it: this package knows neither the application nor the server.
// A [Server] answers for a list of them over net/http, wherever it is mounted.
package actuator
