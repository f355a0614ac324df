package app_test

import (
	"strings"
	"testing"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/data/datatest"
)

// TestIsolation: the database uses the isolation level that a transaction requests.
func TestIsolation(t *testing.T) {
	archive := strings.ReplaceAll(isolations, "DATABASE", datatest.Postgres(t))
	sandbox := startSandbox(t, archive, app.TestOptions{RealDatabases: true})
	for name, want := range map[string]string{
		"plain": "read committed off", "serializable": "serializable off", "repeatable": "repeatable read on", "byHand": "serializable off",
	} {
		if got := get(t, sandbox, "/"+name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

const isolations = `
-- config/application.yml --
datasource: [{ name: main, url: "DATABASE" }]
-- api.js --
import { Autowired, GetMapping, PathVariable, RestController, Service, SqlTemplate, Transactional, TransactionTemplate } from "fwrun";

@Service
export class Reads {
  /** @type {SqlTemplate} */ @Autowired sql;
  /** @type {TransactionTemplate} */ @Autowired txn;

  settings() { return this.sql.queryForScalar("SELECT current_setting('transaction_isolation') || ' ' || current_setting('transaction_read_only')"); }
  @Transactional plain() { return this.settings(); }
  @Transactional({ isolation: "serializable" }) serializable() { return this.settings(); }
  @Transactional({ isolation: "REPEATABLE READ", readOnly: true }) repeatable() { return this.settings(); }
  byHand() { return this.txn.execute(() => this.settings(), { isolation: "serializable" }); }
}

@RestController
export class Api {
  /** @type {Reads} */ @Autowired reads;
  @GetMapping("/{name}") read(@PathVariable name) { return this.reads[name](); }
}
`
