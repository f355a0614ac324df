package admin

// What an admin socket serves, by path. Those who ask find it there.
const (
	QueuesPath    = "/queues/"
	EndpointsPath = "/actuator"
	CodingPath    = "/coding"
	AgentsPath    = "/agents"
)

// URL returns the URL of a path, for a client of [Dial].
func URL(path string) string { return "http://fwrun" + path }
