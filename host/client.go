package host

import "net"

// clientAddr is who sent the request; nil when that is not known.
func (x *exchange) clientAddr() *net.TCPAddr { return tcpAddr(x.ctx.RemoteAddr()) }
