package config

import (
	"testing"

	"github.com/fwrun/fwrun/platform/fault"
)

// BenchmarkLoad loads an application of typical size, with a profile and an environment.
func BenchmarkLoad(b *testing.B) {
	fsys := folder(
		"application.yml", placeholderFile+"server: {port: 8081}\ndatasource:\n  - {name: main, url: 'sqlite:x'}\n",
		"application-dev.yml", "server.address: 0.0.0.0\n")
	env := []string{"HOME=/root", "PATH=/bin", "SERVER_MAX_BODY_BYTES=1MiB", "LANG=C"}
	b.ReportAllocs()
	for b.Loop() {
		if _, problems := Load(fsys, Options{Profile: "dev", Env: env}); len(problems) > 0 {
			b.Fatal(problems)
		}
	}
}

// BenchmarkExpand expands the text of a decorator.
func BenchmarkExpand(b *testing.B) {
	props, _ := Load(folder("application.yml", placeholderFile), Options{})
	b.ReportAllocs()
	for b.Loop() {
		if _, problem := props.Expand("http://${host}:${users.pageSize:5}/", fault.Place{}); problem != nil {
			b.Fatal(problem)
		}
	}
}
