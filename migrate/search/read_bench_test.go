package search

import (
	"fmt"
	"testing"

	"github.com/fwrun/fwrun/migrate"
)

// BenchmarkRead reads 500 files: 300 templates, of which each is compared with all others, and 200 indices.
func BenchmarkRead(b *testing.B) {
	var files []*migrate.File
	for i := range 500 {
		name, text := fmt.Sprintf("%04d-template.json", i),
			fmt.Sprintf(`{"index_patterns": ["logs-%04d-*"], "priority": 10, "template": {"settings": {"number_of_shards": 1}}}`, i)
		if i >= 300 {
			name, text = fmt.Sprintf("products-%04d.json", i), `{"settings": {"number_of_shards": 1}, "mappings": {"properties": {"id": {"type": "keyword"}}}}`
		}
		files = append(files, &migrate.File{Path: "logs/" + name, Shown: "migrations/logs/" + name, Text: []byte(text)})
	}
	for b.Loop() {
		if _, problems := (&Target{}).Read(files); len(problems) > 0 {
			b.Fatal(problems)
		}
	}
}
