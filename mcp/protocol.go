package mcp

import (
	"net/http"

	"github.com/fwrun/fwrun/mcp/jsonrpc"
)

// protocol is a generation of the protocol: what it has of its own beside tools, resources and prompts.
type protocol interface {
	// own finds the answer to a method; known is true as well for those of other eras, which are refused.
	own(t *rpcRequest) (answer func() ([]byte, error), known bool)
	// repeats checks what a call repeats of its arguments outside of them.
	repeats(r *rpcRequest, one *tool) *jsonrpc.Error
	// status is that of an answer which is an error.
	status(bad *jsonrpc.Error) int
	// notFound is the error for a resource that is not there.
	notFound(uri string) *jsonrpc.Error
	// listTail and callTail are what results of lists, and of calls, have besides.
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
