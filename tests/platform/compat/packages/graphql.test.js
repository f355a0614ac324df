// package: graphql
import { test, expect } from "fwrun/test";
import { graphql, buildSchema } from "graphql";

test("executes", async () => {
	const schema = buildSchema("type Query { hello(n: String!): String }");
	expect((await graphql({ schema, source: '{ hello(n: "x") }', rootValue: { hello: ({ n }) => `Hi ${n}` } })).data.hello).toBe("Hi x");
});
