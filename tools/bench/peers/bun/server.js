// The five endpoints on Bun alone: its own routes, its own SQLite, and validation by hand.
import { Database } from "bun:sqlite";

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const database = new Database(process.env.BENCH_DATABASE, { readonly: true });
const selectRecords = database.query("SELECT id, name, email, age, score, created FROM records ORDER BY id");

Bun.serve({
  hostname: "127.0.0.1",
  port: Number(process.env.PORT),
  routes: {
    "/hello": { GET: () => new Response("Hello, world!") },
    "/users/:id": { GET: getUser },
    "/users": { POST: createUser },
    "/list": { GET: () => Response.json(records()) },
    "/rows": { GET: () => Response.json(selectRecords.all()) },
  },
  fetch: () => new Response("not found", { status: 404 }),
});

function getUser(request) {
  if (!/^-?\d+$/.test(request.params.id)) return bad("id must be an integer");
  const id = Number(request.params.id);
  const verbose = queryFlag(request.url, "verbose");
  if (verbose === undefined) return bad("verbose must be a boolean");
  return Response.json({
    id,
    name: `User ${id}`,
    email: `user${id}@example.com`,
    verbose,
    created: "2026-01-02T03:04:05.000Z",
  });
}

/** A boolean of the query: false when it was not sent, undefined when it is neither true nor false. */
function queryFlag(url, name) {
  const start = url.indexOf("?");
  if (start < 0) return false;
  const value = new URLSearchParams(url.slice(start)).get(name);
  if (value === null || value === "false") return false;
  return value === "true" ? true : undefined;
}

async function createUser(request) {
  let body;
  try {
    body = await request.json();
  } catch {
    return bad("the body must be JSON");
  }
  const problem = problemOf(body);
  if (problem) return bad(problem);
  const { name, email, age, tags, address } = body;
  return Response.json({ name, email, age, tags, address: { street: address.street, city: address.city } });
}

function problemOf(body) {
  if (body === null || typeof body !== "object") return "the body must be an object";
  const { name, email, age, tags, address } = body;
  if (typeof name !== "string") return "name must be a string";
  if (typeof email !== "string" || !EMAIL.test(email)) return "email must be an email";
  if (!Number.isInteger(age) || age < 0 || age > 150) return "age must be between 0 and 150";
  if (!Array.isArray(tags) || !tags.every((tag) => typeof tag === "string")) return "tags must be strings";
  if (address === null || typeof address !== "object") return "address must be an object";
  if (typeof address.street !== "string" || typeof address.city !== "string") {
    return "address must have a street and a city";
  }
}

function records() {
  const records = [];
  for (let i = 0; i < 100; i++) {
    records.push({
      id: i,
      name: `User ${i}`,
      email: `user${i}@example.com`,
      age: 20 + (i % 50),
      active: i % 2 === 0,
      score: i * 1.5,
    });
  }
  return records;
}

function bad(message) {
  return Response.json({ message }, { status: 400 });
}
