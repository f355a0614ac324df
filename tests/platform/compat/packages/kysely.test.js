// package: kysely
import { test, expect } from "fwrun/test";
import { Kysely, PostgresAdapter, DummyDriver, PostgresIntrospector, PostgresQueryCompiler } from "kysely";

test("builds SQL (send it with SqlTemplate)", async () => {
	const db = new Kysely({ dialect: { createAdapter: () => new PostgresAdapter(), createDriver: () => new DummyDriver(), createIntrospector: d => new PostgresIntrospector(d), createQueryCompiler: () => new PostgresQueryCompiler() } });
	expect(db.selectFrom("users").select("name").where("id", "=", 1).compile().sql).toBe('select "name" from "users" where "id" = $1');
});
