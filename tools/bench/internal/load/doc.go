// Package load sends HTTP requests over kept-alive connections and measures the time to the
// answers.
//
// It is made for servers on the same machine: a request is prepared once as bytes, an answer is
// parsed no further than needed to find its end, and nothing is allocated per request, so that
// most of the machine is left to the server. There is no pipelining: a connection sends its next
// request after it has received the previous answer.
//
//	request := load.Get("/hello")
//	result, err := load.Run("127.0.0.1:8080", request, load.Options{Connections: 32, Duration: time.Second})
//	fmt.Println(result.Requests, result.Latency.Quantile(0.99))
//
// Without a rate, every connection sends as soon as the previous answer is there. With a rate,
// each request is due at a certain time, and waiting for a free connection counts as waiting for
// the server.
package load
