// package: knex
// instead: SqlTemplate sends what it builds; it has no connections of its own
import { test, expect } from "fwrun/test";
import knex from "knex";

test("builds SQL (send it with SqlTemplate)", async () => {
	expect(knex({ client: "pg" })("users").where("id", 1).select("name").toString()).toBe('select "name" from "users" where "id" = 1');
});
