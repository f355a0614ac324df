// Package jsonrpc reads and writes the messages of JSON-RPC 2.0, as the Model Context Protocol uses it:
// one message at a time, with ids that are texts or whole numbers.
//
//	message, bad := jsonrpc.Read(body, 0)
//	if bad != nil { answer = bad.Append(nil, message.ID) }
//	…
//	answer = jsonrpc.AppendResult(nil, message.ID, result)
//
// Laws: what is read is checked before anything interprets it, depth included; member names match by case; a
// member that is written twice means nothing; an id is answered as it was written.
package jsonrpc
