// Package health answers whether a process is well: it asks indicators, side by side and each within a time limit, and makes one
// answer of what they say.
//
// An [Indicator] is a function. One that fails, panics or does not return is DOWN, with its error; it never fails the answer, and
// one that hangs is not called again before it has returned. [Checks] hold the indicators, and [Checks.Endpoint] is the endpoint
// health of Spring Boot's actuator.
//
//	checks := health.New([]health.Indicator{{Name: "db", Check: ping}}, health.Settings{Show: health.Always})
//	endpoint := checks.Endpoint()
package health
