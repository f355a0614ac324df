// Package brokertest holds all brokers to the contract of [broker.Broker].
//
//	func TestContract(t *testing.T) {
//		brokertest.Run(t, brokertest.Kind{Open: open, Server: server})
//	}
//
// Each test uses topics of its own, so that all tests of a Kind can share one server.
package brokertest
