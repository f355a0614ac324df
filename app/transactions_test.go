package app_test

import (
	"strings"
	"testing"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/data/datatest"
)

// TestTransactional runs the same transactions on every database.
func TestTransactional(t *testing.T) {
	t.Run("SQLite", func(t *testing.T) { transactional(t, "sqlite::memory:") })
	t.Run("PostgreSQL", func(t *testing.T) { transactional(t, datatest.Postgres(t)) })
	t.Run("MariaDB", func(t *testing.T) { transactional(t, datatest.MariaDB(t)) })
}

// outsideOfTheOnly is the error of a statement outside of the transaction if there is no second connection that writes.
const outsideOfTheOnly = "Error: this statement is outside of the transaction that has the only connection of this database that writes; " +
	"the same request runs both, so it would wait for itself | "

// Each case begins with an empty table, runs on one bean, and reports its result and the content of the
// table.
func transactional(t *testing.T, url string) {
	t.Helper()
	archive := strings.ReplaceAll(transactions, "DATABASE", url)
	sandbox := startSandbox(t, archive, app.TestOptions{RealDatabases: true})
	isServer := !strings.HasPrefix(url, "sqlite")
	for _, c := range []struct {
		name, want string
		server     bool // needs two connections that write
	}{
		{name: "commits", want: "done | a"},
		{name: "rollsBack", want: "Error: no | "},
		{name: "selfCall", want: "done | a"},
		{name: "rollsBackLater", want: "Error: late | "},
		{name: "commitsLater", want: "done | a,b"},
		{name: "joins", want: "done | a,b"},
		{name: "joinedFails", want: "Error: the transaction was rolled back, because a part of it had failed | "},
		{name: "joinedFailsUncaught", want: "Error: part | "},
		{name: "joinedFailsLater", want: "Error: the transaction was rolled back, because a part of it had failed | "},
		{name: "supportsWithout", want: "Error: part | a"},
		{name: "supportsWithin", want: "Error: the transaction was rolled back, because a part of it had failed | "},
		{name: "mandatoryWithout", want: "Error: this must be called within a transaction, but no transaction is open | "},
		{name: "mandatoryWithin", want: "done | a"},
		{name: "neverWithin", want: "Error: this must not be called within a transaction, but one is open | "},
		{name: "neverWithout", want: "done | a"},
		{name: "requiresNewAlone", want: "done | a"},
		{name: "requiresNewStays", want: "Error: outer | b", server: true},
		{name: "requiresNewFails", want: "done | a", server: true},
		{name: "requiresNewLater", want: "Error: outer | b", server: true},
		{name: "notSupportedStays", want: "Error: outer | b", server: true},
		{name: "notSupportedReads", want: "0 | a"},
		{name: "nestedUndone", want: "done | a,c"},
		{name: "nestedUndoneLater", want: "done | a,c"},
		{name: "nestedTwice", want: "done | a,c,d"},
		{name: "nestedDeep", want: "done | a,c"},
		{name: "nestedKeptUntilOuterFails", want: "Error: outer | "},
		{name: "nestedAfterFailedStatement", want: "done | a,c"},
		{name: "nestedDoomedPart", want: "done | a"},
		{name: "noRollback", want: "Kept: fine | a"},
		{name: "noRollbackByName", want: "Kept: fine | a"},
		{name: "rollbackForCloser", want: "Closer: closer | "},
		{name: "noRollbackForCloser", want: "Closer: closer | a"},
		{name: "readOnlyWrites", want: "SqlError | "},
		{name: "timesOut", want: "SqlError timeout | "},
		{name: "classWide", want: "Error: no | "},
		{name: "besideAnother", want: "Error: another transaction of this request is still open; await it before the next one begins | a"},
		{name: "template", want: "Error: no | "},
		{name: "templateNested", want: "done | a,c"},
		{name: "concurrent", want: "done | a,b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.server && !isServer {
				c.want = "Error: the outer transaction has the only connection of this database that writes, so a second transaction would wait for itself | "
				if c.name == "requiresNewFails" {
					c.want = "done | a"
				}
				if c.name == "notSupportedStays" {
					c.want = outsideOfTheOnly
				}
			}
			if got := get(t, sandbox, "/"+c.name); got != c.want {
				t.Errorf("%s: got %q, want %q", c.name, got, c.want)
			}
		})
	}
}

const transactions = `
-- config/application.yml --
datasource: [{ name: main, url: "DATABASE" }]
-- api.js --
import { Autowired, GetMapping, PathVariable, PostConstruct, Qualifier, RestController, Service, SqlError, SqlTemplate, Transactional,
  TransactionTemplate } from "fwrun";

export class Kept extends Error { name = "Kept"; }
export class Closer extends Kept { name = "Closer"; }

@Transactional
@Service
export class Wide {
  /** @type {SqlTemplate} */ @Autowired sql;
  fails() { this.sql.update("INSERT INTO notes (text) VALUES ('a')"); throw new Error("no"); }
}

@Service
export class Notes {
  /** @type {SqlTemplate} */ @Autowired sql;
  /** @type {TransactionTemplate} */ @Autowired @Qualifier("main-txn") txn;
  /** @type {Wide} */ @Autowired wide;

  @PostConstruct start() {
    this.sql.execute("DROP TABLE IF EXISTS notes; CREATE TABLE notes (text VARCHAR(10) PRIMARY KEY)");
  }
  add(text) { this.sql.update("INSERT INTO notes (text) VALUES (?)", text); }
  count() { return this.sql.queryForValue("SELECT count(*) FROM notes"); }

  @Transactional part(text, fails) { this.add(text); if (fails) throw new Error("part"); }
  @Transactional async partLater(text, fails) { await null; this.add(text); await null; if (fails) throw new Error("part"); }
  @Transactional({ propagation: "SUPPORTS" }) supports(text, fails) { this.add(text); if (fails) throw new Error("part"); }
  @Transactional({ propagation: "MANDATORY" }) mandatory(text) { this.add(text); }
  @Transactional({ propagation: "NEVER" }) never(text) { this.add(text); }
  @Transactional({ propagation: "REQUIRES_NEW" }) own(text, fails) { this.add(text); if (fails) throw new Error("part"); }
  @Transactional({ propagation: "REQUIRES_NEW" }) async ownLater(text) { await null; this.add(text); await null; }
  @Transactional({ propagation: "NOT_SUPPORTED" }) without(text) { this.add(text); }
  @Transactional({ propagation: "NOT_SUPPORTED" }) look() { return this.count(); }
  @Transactional({ propagation: "NESTED" }) nested(text, fails) { this.add(text); if (fails) throw new Error("part"); }
  @Transactional({ propagation: "NESTED" }) async nestedLater(text, fails) { await null; this.add(text); await null;
    if (fails) throw new Error("part"); }

  @Transactional commits() { this.add("a"); return "done"; }
  @Transactional rollsBack() { this.add("a"); throw new Error("no"); }
  selfCall() { try { this.rollsBack(); } catch {} return this.commits(); }
  @Transactional async rollsBackLater() { this.add("a"); await null; throw new Error("late"); }
  @Transactional async commitsLater() { this.add("a"); await new Promise((done) => setTimeout(done, 1)); this.add("b"); return "done"; }

  @Transactional joins() { this.add("a"); this.part("b"); return "done"; }
  @Transactional joinedFails() { this.add("a"); try { this.part("b", true); } catch {} return "done"; }
  @Transactional joinedFailsUncaught() { this.add("a"); this.part("b", true); }
  @Transactional async joinedFailsLater() { this.add("a"); try { await this.partLater("b", true); } catch {} return "done"; }
  supportsWithout() { this.supports("a", true); }
  @Transactional supportsWithin() { try { this.supports("a", true); } catch {} return "done"; }
  mandatoryWithout() { this.mandatory("a"); }
  @Transactional mandatoryWithin() { this.mandatory("a"); return "done"; }
  @Transactional neverWithin() { this.never("a"); }
  neverWithout() { this.never("a"); return "done"; }
  requiresNewAlone() { this.own("a"); return "done"; }
  @Transactional requiresNewStays() { this.add("a"); this.own("b"); throw new Error("outer"); }
  @Transactional requiresNewFails() { this.add("a"); try { this.own("b", true); } catch {} return "done"; }
  @Transactional async requiresNewLater() { await null; this.add("a"); await this.ownLater("b"); throw new Error("outer"); }
  @Transactional notSupportedStays() { this.add("a"); this.without("b"); throw new Error("outer"); }
  @Transactional notSupportedReads() { this.add("a"); return this.look(); }

  @Transactional nestedUndone() { this.add("a"); try { this.nested("b", true); } catch {} this.add("c"); return "done"; }
  @Transactional async nestedUndoneLater() { this.add("a"); try { await this.nestedLater("b", true); } catch {} this.add("c"); return "done"; }
  @Transactional nestedTwice() { this.add("a"); try { this.nested("b", true); } catch {} this.nested("c"); this.nested("d"); return "done"; }
  @Transactional nestedDeep() { this.add("a"); try { this.deep(); } catch {} this.add("c"); return "done"; }
  @Transactional({ propagation: "NESTED" }) deep() { this.nested("x"); this.nested("y"); throw new Error("deep"); }
  @Transactional nestedKeptUntilOuterFails() { this.nested("a"); throw new Error("outer"); }
  @Transactional nestedAfterFailedStatement() { this.add("a");
    try { this.nested("a"); } catch (error) { if (!(error instanceof SqlError)) throw error; } this.add("c"); return "done"; }
  @Transactional nestedDoomedPart() { this.add("a"); try { this.withDoomedPart(); } catch {} return "done"; }
  @Transactional({ propagation: "NESTED" }) withDoomedPart() { this.add("b"); try { this.part("c", true); } catch {} }

  @Transactional({ noRollbackFor: [Kept] }) noRollback() { this.add("a"); throw new Kept("fine"); }
  @Transactional({ noRollbackFor: "Kept" }) noRollbackByName() { this.add("a"); throw new Kept("fine"); }
  @Transactional({ noRollbackFor: Kept, rollbackFor: Closer }) rollbackForCloser() { this.add("a"); throw new Closer("closer"); }
  @Transactional({ noRollbackFor: Closer, rollbackFor: Kept }) noRollbackForCloser() { this.add("a"); throw new Closer("closer"); }

  @Transactional({ readOnly: true }) readOnlyWrites() { try { this.add("a");
    } catch (error) { throw error.constructor === SqlError || error instanceof SqlError ? { toString: () => "SqlError" } : error; } }
  @Transactional({ timeout: "50ms" }) timesOut() {
    try {
      this.add("a"); // too late on a busy machine, which is the same
      const until = performance.now() + 80;
      while (performance.now() < until);
      this.add("b");
    } catch (error) { throw { toString: () => "SqlError " + error.kind }; }
  }
  classWide() { this.wide.fails(); }
  async besideAnother() {
    const first = this.partLater("a");
    let told = "nothing";
    try { await this.partLater("b"); } catch (error) { told = error; }
    await first;
    throw told;
  }
  template() { this.txn.execute(() => { this.add("a"); throw new Error("no"); }); }
  templateNested() {
    return this.txn.execute(() => {
      this.add("a");
      try { this.txn.execute(() => { this.add("b"); throw 1; }, { propagation: "NESTED" }); } catch {}
      this.add("c");
      return "done";
    });
  }
  async concurrent() { await this.partLater("a"); await this.partLater("b"); return "done"; }
}

@RestController
export class Api {
  /** @type {Notes} */ @Autowired notes;
  @GetMapping("/{name}") async run(@PathVariable name) {
    this.notes.sql.update("DELETE FROM notes");
    let told;
    try { told = await this.notes[name](); } catch (error) { told = error; }
    return told + " | " + this.notes.sql.query("SELECT text FROM notes ORDER BY text").map((row) => row.text).join();
  }
}
`
