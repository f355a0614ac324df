// package: fastify
import { test, expect } from "fwrun/test";
import Fastify from "fastify";

test("answers injected requests", async () => {
  const app = Fastify();
  app.get("/users/:id", async (req) => ({ id: req.params.id }));
  app.post("/users", { schema: { body: { type: "object", required: ["name"], properties: { name: { type: "string" } } } } }, async (req) => req.body);
  expect((await app.inject("/users/7")).json()).toEqual({ id: "7" });
  expect((await app.inject({ method: "POST", url: "/users", payload: { name: "Ann" } })).json()).toEqual({ name: "Ann" });
  expect((await app.inject({ method: "POST", url: "/users", payload: {} })).statusCode).toBe(400);
});
