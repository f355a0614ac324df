// The backend of articles as a user of Fastify writes it: plugins for tokens, schemas, hooks, and better-sqlite3.
import jwt from "@fastify/jwt";
import fastify from "fastify";
import * as articles from "./articles.js";
import { fits } from "./passwords.js";
import { addPolicy } from "./policy.js";
import * as schemas from "./schemas.js";

const app = fastify({ logger: false });
addPolicy(app);
await app.register(jwt, {
  secret: process.env.BENCH_SECRET,
  sign: { iss: "articles", aud: "articles", expiresIn: "1h" },
  verify: { allowedIss: "articles", allowedAud: "articles" },
});

const known = { onRequest: (request) => request.jwtVerify() };
const idOf = (request) => Number(request.user.sub);

app.post("/login", { schema: schemas.login }, async (request) => {
  const { username, password } = request.body;
  const user = articles.userByName(username);
  if (!user || !(await fits(password, user.hash))) throw new articles.Refused(401, "the name or the password is wrong");
  return { token: app.jwt.sign({ sub: String(user.id) }), user };
});

app.get("/articles", { schema: schemas.list }, (request) => ({
  articles: articles.latest(request.query.limit, request.query.offset),
}));

app.get("/articles/:slug", { schema: schemas.one }, (request) => ({ article: articles.find(request.params.slug) }));

app.get("/tags", { schema: schemas.tags }, () => ({ tags: articles.popularTags() }));

app.get("/feed", { ...known, schema: schemas.list }, (request) => ({
  articles: articles.feed(idOf(request), request.query.limit, request.query.offset),
}));

app.post("/articles", { ...known, schema: schemas.create }, (request, reply) => {
  const article = articles.create(idOf(request), request.body);
  reply.code(201).header("Location", `/articles/${article.slug}`).send({ article });
});

app.put("/articles/:slug", { ...known, schema: schemas.change }, (request) => ({
  article: articles.change(idOf(request), request.params.slug, request.body),
}));

app.post("/articles/:slug/favourite", { ...known, schema: schemas.one }, (request) => ({
  article: articles.favour(idOf(request), request.params.slug),
}));

app.delete("/articles/:slug/favourite", { ...known, schema: schemas.one }, (request) => ({
  article: articles.unfavour(idOf(request), request.params.slug),
}));

await app.listen({ host: "127.0.0.1", port: Number(process.env.PORT) });
