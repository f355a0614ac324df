// Package jsonrpc reads and writes the messages of JSON-RPC 2.0, as the Model Context Protocol uses it: one message at
// a time, with ids that are strings or whole numbers.
//
//	message, bad := jsonrpc.Read(body)
//	if bad != nil { answer = bad.Append(nil, message.ID) }
//	…
//	answer = jsonrpc.AppendResult(nil, message.ID, result)
//
// Laws: a message is checked before anything interprets it, depth included; member names are case-sensitive; a member
// that is written twice is invalid; an id is answered as it was written.
package jsonrpc
