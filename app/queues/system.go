package queues

import "strings"

// System returns the system of a connection's broker, as OpenTelemetry calls those that it knows; "" if there is no such connection.
func (p *Part) System(connection string) string {
	for _, c := range p.settings.Connections {
		if c.Name != connection {
			continue
		}
		scheme, rest, _ := strings.Cut(strings.ToLower(c.URL), ":")
		if scheme == "datasource" {
			return p.in.System(rest)
		}
		return systemOfScheme(scheme)
	}
	return ""
}

func systemOfScheme(scheme string) string {
	switch scheme {
	case "embedded", "nats", "tls": // the embedded broker is a NATS server
		return "nats"
	case "amqp", "amqps":
		return "rabbitmq"
	case "kafka", "kafkas":
		return "kafka"
	case "redis", "rediss", "redis+unix":
		return "redis"
	case "postgres", "postgresql":
		return "postgresql"
	case "mysql", "mariadb":
		return "mysql"
	}
	return "fwrun_" + scheme // fwrun_memory
}
