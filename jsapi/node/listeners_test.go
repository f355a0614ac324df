package node_test

import "testing"

// TestManyListeners: adding and calling listeners takes time in proportion to their number. That removing one looks through the others is so
// in Node, too, and ends with the time of a run.
func TestManyListeners(t *testing.T) {
	many := "100000"
	if testing.Short() {
		many = "10000"
	}
	page(t).Cases([][2]string{
		{
			`const e = new (use("events"))(); e.setMaxListeners(0); let n = 0; for (let i = 0; i < ` + many + `; i++) e.on("x", () => n++);
			e.emit("x"); e.removeAllListeners("x"); e.emit("x"); n + " " + e.listenerCount("x")`, many + " 0",
		},
		{
			`const f = new (use("events"))(); for (let i = 0; i < ` + many + `; i++) f.on("x" + i, () => {}); f.removeAllListeners(); f.eventNames().length`,
			"0",
		},
	})
}
