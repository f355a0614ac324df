// The five endpoints as a Fastify user writes them: a JSON schema for what comes in, from which Fastify
// compiles the validation, and one for what goes out, from which it compiles the serialiser.
import Database from "better-sqlite3";
import fastify from "fastify";

const app = fastify({ logger: false });
const database = new Database(process.env.BENCH_DATABASE, { readonly: true });
const selectRecords = database.prepare("SELECT id, name, email, age, score, created FROM records ORDER BY id");

app.get("/hello", () => "Hello, world!");

const user = {
  type: "object",
  properties: {
    id: { type: "integer" },
    name: { type: "string" },
    email: { type: "string" },
    verbose: { type: "boolean" },
    created: { type: "string" },
  },
};

app.get(
  "/users/:id",
  {
    schema: {
      params: { type: "object", properties: { id: { type: "integer" } }, required: ["id"] },
      querystring: { type: "object", properties: { verbose: { type: "boolean", default: false } } },
      response: { 200: user },
    },
  },
  (request) => {
    const { id } = request.params;
    const { verbose } = request.query;
    return { id, name: `User ${id}`, email: `user${id}@example.com`, verbose, created: "2026-01-02T03:04:05.000Z" };
  },
);

const person = {
  type: "object",
  properties: {
    name: { type: "string" },
    email: { type: "string", pattern: "^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$" },
    age: { type: "integer", minimum: 0, maximum: 150 },
    tags: { type: "array", items: { type: "string" } },
    address: {
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
      required: ["street", "city"],
      additionalProperties: false,
    },
  },
  required: ["name", "email", "age", "tags", "address"],
  additionalProperties: false,
};

app.post("/users", { schema: { body: person, response: { 200: person } } }, (request) => request.body);

const record = {
  type: "object",
  properties: {
    id: { type: "integer" },
    name: { type: "string" },
    email: { type: "string" },
    age: { type: "integer" },
    active: { type: "boolean" },
    score: { type: "number" },
  },
};

app.get("/list", { schema: { response: { 200: { type: "array", items: record } } } }, () => {
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
});

const row = {
  type: "object",
  properties: {
    id: { type: "integer" },
    name: { type: "string" },
    email: { type: "string" },
    age: { type: "integer" },
    score: { type: "number" },
    created: { type: "string" },
  },
};

app.get("/rows", { schema: { response: { 200: { type: "array", items: row } } } }, () => selectRecords.all());

await app.listen({ host: "127.0.0.1", port: Number(process.env.PORT) });
