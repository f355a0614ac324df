package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestMigrateVerdicts(t *testing.T) {
	m := &migration{runs: map[string]*migrateRuns{}, node: &migrateNode{version: "2.19.4"}}
	for _, name := range inOrder() {
		m.runs[name] = &migrateRuns{took: []float64{100, 100, 100}, memory: []float64{40, 50, 45}}
	}
	m.runs[roundTrip].took = []float64{10, 20, 30}
	m.runs[runStart].took = []float64{59, 61, 62}
	m.runs[runCurl].took, m.runs[runCurl].memory = []float64{79, 80, 90}, []float64{99, 99, 99}
	want := map[string]string{
		"500 search files, beyond one request for their records, ms": "80 met",
		"500 SQL files, ms":                      "100 met",
		"start with one SQL file, ms":            "61 missed",
		"200 new templates, rate against curl's": "0.8 (0.79 to 0.9) met",
		"requests of 500 search files, none due": "2 missed",
		"most memory of any run, MB":             "50 met",
	}
	for _, row := range m.verdicts(2).rows {
		if text, ok := want[row[0]]; ok && row[1]+" "+row[4] != text {
			t.Errorf("%s: %s %s, want %s", row[0], row[1], row[4], text)
		}
		delete(want, row[0])
	}
	if len(want) > 0 {
		t.Errorf("there is no row %v", want)
	}
	if rows := m.grid().rows; len(rows) != len(inOrder())+1 {
		t.Errorf("%d rows", len(rows))
	}
}

func TestMigrateFolder(t *testing.T) {
	f, err := newMigrateFolder(t.TempDir(), "app", "http://127.0.0.1:9200", 2, 3, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.writeCurl("http://127.0.0.1:9200"); err != nil {
		t.Fatal(err)
	}
	for file, times := range map[string]int{"curl.txt": 3, "curl-records.txt": 6} {
		text, err := os.ReadFile(filepath.Join(f.path, file))
		if got := strings.Count(string(text), "url = "); err != nil || got != times {
			t.Errorf("%s has %d requests, %v; want %d", file, got, err, times)
		}
		if got := strings.Count(string(text), "next\n"); got != times-1 {
			t.Errorf("%s goes to the next request %d times", file, got)
		}
	}
	if f.lastSearch != "index-app-0000.json" || len(f.searchPaths) != 4 {
		t.Errorf("the search files are %q, the last one %s", f.searchPaths, f.lastSearch)
	}
}

func TestRunOnceMeasuresMemory(t *testing.T) {
	_, memory, err := runOnce(t.TempDir(), []string{"go", "version"})
	if err != nil || memory <= 0 {
		t.Errorf("%v MB, %v", memory, err)
	}
	if _, _, err := runOnce(t.TempDir(), []string{"go", "nothing"}); err == nil || !strings.Contains(err.Error(), "unknown command") {
		t.Errorf("a command that failed: %v", err)
	}
}
