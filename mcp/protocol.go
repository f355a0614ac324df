package mcp

import (
	"net/http"

	"github.com/fwrun/fwrun/mcp/jsonrpc"
)

// protocol is a generation of the protocol: what differs from others besides tools, resources and prompts.
type protocol interface {
	// own returns the function that answers a method of the protocol; known is also true for methods of other
	// protocols, which are refused.
	own(t *rpcRequest) (answer func() ([]byte, error), known bool)
	// repeats checks the headers in which a call repeats its arguments.
	repeats(r *rpcRequest, one *tool) *jsonrpc.Error
	// status returns the HTTP status of an answer that is an error.
	status(bad *jsonrpc.Error) int
	// notFound returns the error for a resource that does not exist.
	notFound(uri string) *jsonrpc.Error
	// listTail, readTail and callTail return the additional members of the results of lists, reads and calls.
	listTail() []byte
	readTail() []byte
	callTail() []byte
}

// handshake is the protocol of the versions that begin with initialize.
type handshake struct{}

func (handshake) own(t *rpcRequest) (answer func() ([]byte, error), known bool) {
	switch t.message.Method {
	case "initialize":
		return t.initializeResult, true
	case "ping":
		return func() ([]byte, error) { return []byte("{}"), nil }, true
	}
	return nil, false
}

func (handshake) repeats(*rpcRequest, *tool) *jsonrpc.Error { return nil }

func (handshake) status(*jsonrpc.Error) int { return http.StatusOK }

func (handshake) notFound(uri string) *jsonrpc.Error { return notFound(jsonrpc.ResourceNotFound, uri) }

func (handshake) listTail() []byte { return nil }

func (handshake) readTail() []byte { return nil }

func (handshake) callTail() []byte { return nil }
