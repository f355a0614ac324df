// Package cluster sends requests to an OpenSearch cluster.
//
// Rules:
//   - Hosts are tried strictly in the order given. The next one is tried only if a host could not be
//     reached, or if a request that changes nothing was not answered. Within a connection the host that
//     answered last is tried first; after one that did not answer it is the one behind it.
//   - A request that was sent and not answered is an [UnansweredError] if it may have changed
//     something: the caller looks up what happened before it sends it again.
//   - A password is in no error.
//
// The client of the OpenSearch project shuffles hosts and sends requests again by itself, which both break these rules.
// It is therefore given one address, no retries, and a transport that holds the rules.
//
// Example:
//
//	c, err := cluster.Connect(cluster.Settings{Name: "logs", Hosts: []string{"https://search.example.com:9200"}})
//	answer, err := c.Send(ctx, cluster.Request{Method: "HEAD", Path: "/products"})
package cluster
