// package: express
import { test, expect } from "fwrun/test";
import express from "express";
import http from "node:http";

test("routes a request that is handed over", async () => {
  const app = express();
  app.get("/users/:id", (req, res) => res.json({ id: req.params.id, q: req.query.q }));
  const req = new http.IncomingMessage(null);
  Object.assign(req, { method: "GET", url: "/users/7?q=x", headers: { host: "example.com" } });
  const res = new http.ServerResponse(req);
  const body = await new Promise((resolve, reject) => {
    res.end = function (chunk) { resolve(String(chunk)); return this; };
    app.handle(req, res, reject);
  });
  expect(JSON.parse(body)).toEqual({ id: "7", q: "x" });
});
