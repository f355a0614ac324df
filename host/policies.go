package host

import (
	"github.com/fwrun/fwrun/host/cors"
	"github.com/fwrun/fwrun/host/forwarded"
)

// Policies are what an application says of its clients. Unlike [Settings], which are read once,
// they change with each [Server.Swap]. The zero value shares nothing and believes no proxy.
type Policies struct {
	CORS  *cors.Policy     // which pages of other origins may use the answers
	Trust *forwarded.Trust // the proxies that are believed
}
