// Package load sends HTTP requests over kept-alive connections and times the answers.
//
// It is made for measuring servers on the same machine: a request is bytes prepared once,
// an answer is read no further than needed to find its end, and nothing is allocated per
// request, so that most of the machine is left to the server. There is no pipelining: a
// connection sends its next request when it has the answer to the last.
//
//	request := load.Get("/hello")
//	result, err := load.Run("127.0.0.1:8080", request, load.Options{Connections: 32, Duration: time.Second})
//	fmt.Println(result.Requests, result.Latency.Quantile(0.99))
//
// Without a rate every connection sends as fast as it is answered. With one, requests have
// a time at which they are due, and waiting for a connection to become free counts as
// waiting for the server.
package load
