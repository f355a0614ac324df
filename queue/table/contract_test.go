package table

import (
	"testing"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/datatest"
)

// opener opens the same database again, as another process would.
type opener func(t *testing.T) *data.DB

// contract holds what is the same on every database.
func contract(t *testing.T, open opener) {
	t.Parallel()
	for _, c := range []struct {
		name string
		test func(*testing.T, opener)
	}{
		{"schema", testSchema},
		{"due in order", testDueInOrder},
		{"due is claimed", testDueIsClaimed},
		{"due with keys", testDueWithKeys},
		{"keys wait", testKeysWait},
		{"key in any order", testKeyInAnyOrder},
		{"outbox", testOutbox},
		{"once", testOnce},
		{"parked list", testParkedList},
		{"large", testLarge},
		{"dead", testDead},
		{"replay", testReplay},
		{"ids", testIDs},
		{"unique", testUnique},
		{"pauses", testPauses},
		{"starts", testStarts},
		{"connections", testConnections},
		{"texts", testTexts},
		{"publish in a transaction", testPublishIn},
		{"a backlog with a gap", testGap},
		{"exclusive holder died", testDeadHolder},
		{"exclusive holder is replaced", testLostHolder},
		{"leases are renewed", testRenewed},
	} {
		t.Run(c.name, func(t *testing.T) {
			empty(t, open(t))
			c.test(t, open)
		})
	}
}

func empty(t *testing.T, db *data.DB) {
	t.Helper()
	for _, name := range Tables() {
		must(t, db.Execute(t.Context(), "drop table if exists "+name))
	}
}

func TestMemory(t *testing.T) {
	db := datatest.Open(t, data.Settings{Name: "main", URL: "sqlite::memory:"})
	contract(t, func(*testing.T) *data.DB { return db })
}

func TestFile(t *testing.T) {
	folder := t.TempDir()
	contract(t, func(t *testing.T) *data.DB {
		return datatest.Open(t, data.Settings{Name: "main", URL: "sqlite:main.db", Folder: folder})
	})
}

// TestServers runs the contracts on servers, each of which is started once.
func TestServers(t *testing.T) {
	for name, start := range map[string]func(*testing.T) string{"PostgreSQL": datatest.Postgres, "MariaDB": datatest.MariaDB} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := start(t)
			t.Run("store", func(t *testing.T) { contract(t, opens(datatest.Beside(t, url))) })
			t.Run("broker", func(t *testing.T) { contractOf(t, opens(datatest.Beside(t, url)), nil, false) })
			t.Run("killed", func(t *testing.T) { testKilled(t, datatest.Beside(t, url), "") })
		})
	}
}

func opens(url string) opener {
	return func(t *testing.T) *data.DB { return datatest.Open(t, data.Settings{Name: "main", URL: url}) }
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
