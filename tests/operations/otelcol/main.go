// Command otelcol is an OpenTelemetry collector with the receiver otlp and one exporter, lines, which writes what
// arrives to a file. It is a module of its own, so that fwrun does not depend on what it is made of.
package main

import (
	"context"
	"log"
	"os"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/confmap"
	"go.opentelemetry.io/collector/confmap/provider/fileprovider"
	"go.opentelemetry.io/collector/exporter"
	"go.opentelemetry.io/collector/otelcol"
	"go.opentelemetry.io/collector/receiver"
	"go.opentelemetry.io/collector/receiver/otlpreceiver"
	"go.opentelemetry.io/collector/service/telemetry"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: otelcol <file with the configuration>")
	}
	collector, err := otelcol.NewCollector(otelcol.CollectorSettings{
		BuildInfo: component.BuildInfo{Command: "otelcol", Version: "test"},
		Factories: factories,
		ConfigProviderSettings: otelcol.ConfigProviderSettings{ResolverSettings: confmap.ResolverSettings{
			URIs: []string{"file:" + os.Args[1]}, ProviderFactories: []confmap.ProviderFactory{fileprovider.NewFactory()},
		}},
	})
	if err == nil {
		err = collector.Run(context.Background())
	}
	if err != nil {
		log.Fatal(err)
	}
}

// factories returns the parts of the collector, which tells nothing of itself.
func factories() (all otelcol.Factories, err error) {
	all.Telemetry = telemetry.NewFactory(func() component.Config { return &struct{}{} })
	if all.Receivers, err = otelcol.MakeFactoryMap[receiver.Factory](otlpreceiver.NewFactory()); err != nil {
		return all, err
	}
	all.Exporters, err = otelcol.MakeFactoryMap[exporter.Factory](newLines())
	return all, err
}
