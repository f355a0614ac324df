package main

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

func TestFigure(t *testing.T) {
	for value, want := range map[float64]string{
		0: "–", 0.0612: "0.0612", 0.61249: "0.612", 2: "2", 2.5: "2.5", 10: "10", 71.26: "71.3", 494.4: "494", 1264: "1264",
	} {
		if got := figure(value); got != want {
			t.Errorf("%v: %s, want %s", value, got, want)
		}
	}
	for value, want := range map[float64]string{999: "999", 1000: "1k", 65432: "65.4k", 107000: "107k"} {
		if got := thousands(value); got != want {
			t.Errorf("%v: %s, want %s", value, got, want)
		}
	}
}

// measured returns a small run with distinct figures.
func measured() result {
	c := contests(time.Now())[0]
	c.peers, c.endpoints = c.peers[:2], c.endpoints[:1]
	m := measurementsOf(c)
	*m.cells[us]["hello"] = cell{PerCPU: []float64{60_000, 70_000, 80_000}, P50: []float64{0.1}, P99: []float64{1.5}}
	*m.cells["fasthttp"]["hello"] = cell{PerCPU: []float64{100_000, 100_000, 100_000}, P50: []float64{0.09}, P99: []float64{2}}
	*m.bodies[us] = body{Start: []float64{40, 30, 50}, Idle: 23.4, Loaded: 60}
	return result{m, environmentInfo{Machine: "a test", Versions: map[string]string{us: "abc", "fasthttp": "v1"}}}
}

func TestMarkdownIsTheSectionOfTheREADME(t *testing.T) {
	var out strings.Builder
	if err := measured().write(&out, true); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"## Against other runtimes\n", "fwrun abc; fasthttp v1.", "| fwrun | 70k |",
		"| fasthttp | 0.7 (0.6 to 0.8) |", "| GET text | fasthttp | ≥ 0.85 × | 0.7 (0.6 to 0.8) | missed |",
		"| fwrun | 0.1 / 1.5 |", "| fwrun | 40 (30 to 50) | – | 23.4 | 60 | – |",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in:\n%s", want, out.String())
		}
	}
}

func TestTextAndMarkdownSayTheSame(t *testing.T) {
	var text strings.Builder
	r := measured()
	if err := r.write(&text, false); err != nil {
		t.Fatal(err)
	}
	for _, g := range r.grids() {
		for _, row := range g.rows {
			for _, value := range row {
				if !strings.Contains(text.String(), value) {
					t.Errorf("%q is missing in the text", value)
				}
			}
		}
	}
}

func TestJSONHoldsEveryRound(t *testing.T) {
	var out strings.Builder
	if err := writeJSON(&out, []result{measured()}); err != nil {
		t.Fatal(err)
	}
	var got []struct {
		Name  string
		Cells map[string]map[string]struct{ RequestsPerCPUSecond []float64 }
	}
	if err := json.Unmarshal([]byte(out.String()), &got); err != nil {
		t.Fatal(err)
	}
	if rounds := got[0].Cells[us]["hello"].RequestsPerCPUSecond; got[0].Name != small || len(rounds) != 3 || rounds[2] != 80_000 {
		t.Errorf("rounds: %v", rounds)
	}
}

func TestChoose(t *testing.T) {
	name := func(p peer) string { return p.name }
	got, err := choose("peer", "bun, FWRUN", peers(), name)
	if err != nil || len(got) != 2 || got[0].name != "Bun" || got[1].name != us {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := choose("peer", "Express", peers(), name); err == nil {
		t.Error("a peer that does not exist was chosen")
	}
}

func TestNarrow(t *testing.T) {
	got, err := narrow(contests(time.Now()), "", "FWRUN,hono", "")
	if err != nil || len(got) != 2 || len(got[0].peers) != 1 || len(got[1].peers) != 2 {
		t.Errorf("%d halves, %v", len(got), err)
	}
	if got, err = narrow(contests(time.Now()), "", "", "Rows"); err != nil || len(got) != 1 || got[0].name != small || len(got[0].endpoints) != 1 {
		t.Errorf("%d halves with the rows, %v", len(got), err)
	} else if len(got[0].checked) != len(endpoints()) {
		t.Errorf("of all endpoints %d are checked", len(got[0].checked))
	}
	for _, wrong := range [][3]string{{"both"}, {"", "Express"}, {"", "", "nothing"}, {whole, "fasthttp"}} {
		if _, err := narrow(contests(time.Now()), wrong[0], wrong[1], wrong[2]); err == nil {
			t.Errorf("%q were found", wrong)
		}
	}
}

func TestMemoryAims(t *testing.T) {
	c := contests(time.Now())[1]
	m := measurementsOf(c)
	*m.bodies[us] = body{Idle: 50, Loaded: 90, Rested: 61}
	rows := m.memoryAims()
	if len(rows) != 2 || rows[0][4] != "met" || rows[1][4] != "missed" {
		t.Errorf("%q", rows)
	}
}
