// Package report shows a developer what has gone wrong with a request: on a page, in a terminal, or as parts of a document.
//
//   - Nothing that a request has sent controls a terminal, or is markup.
//   - What is secret by its name is not shown: pages are shared and recorded.
//   - It shows what it is given: it knows neither the server nor the request.
package report
