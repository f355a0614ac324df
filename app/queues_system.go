package app

import (
	"strings"

	"github.com/fwrun/fwrun/data"
)

// systemOf returns the system of a connection's broker, as OpenTelemetry calls those that it knows; "" if there is no such connection.
func (g *generation) systemOf(connection string) string {
	for _, c := range g.settings.queues.connections {
		if c.Name != connection {
			continue
		}
		scheme, rest, _ := strings.Cut(strings.ToLower(c.URL), ":")
		if scheme == "datasource" {
			return g.databaseSystem(rest)
		}
		return systemOfScheme(scheme)
	}
	return ""
}

// databaseSystem returns the system of a datasource.
func (g *generation) databaseSystem(name string) string {
	for _, s := range g.settings.datasources {
		if strings.EqualFold(s.Name, name) {
			return s.System()
		}
	}
	return data.Settings{}.System()
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
