// Package hops counts how often the requests of an application have led to the application itself.
//
// A handler that fetches its own application begins a request within a request, and if that does the same, there is no end. So a
// request to the application itself says how many lie around it:
//
//	count := hops.New()
//	count.Mark(request.Header, hops.From(ctx)+1)  // where it is sent
//	n := count.Read(value)                        // where it arrives: 1
//	ctx = hops.With(ctx, n)                       // for what is sent on its behalf
//
// Rules:
//   - A number counts only with the secret of the process that has sent it. Without it, anybody could have a page refused, and have
//     a cache keep that.
//   - The header is for the process itself. It is not sent to anybody else, and scripts do not see it.
package hops
