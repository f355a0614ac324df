package data

import "testing"

func TestDescriptors(t *testing.T) {
	for _, test := range []struct {
		settings Settings
		want     int
	}{
		{Settings{URL: "sqlite:main.db", MaxConnections: 4}, 12}, // the writer, and a shared index and a journal
		{Settings{URL: "postgres://db.example.com/shop"}, 10},
		{Settings{URL: "mysql://db.example.com/shop", MaxConnections: 3, Replicas: []string{"mysql://a.example.com", "mysql://b.example.com"}}, 9},
		{Settings{URL: "nonsense"}, 0},
	} {
		if got := test.settings.Descriptors(); got != test.want {
			t.Errorf("%s: %d, want %d", test.settings.URL, got, test.want)
		}
	}
}
