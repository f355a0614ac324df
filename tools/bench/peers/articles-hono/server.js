// The backend of articles as a user of Hono on Bun writes it: middleware, its JWT, zod, and bun:sqlite.
import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { jwt, sign } from "hono/jwt";
import * as articles from "./articles.js";
import { policy } from "./policy.js";
import * as schemas from "./schemas.js";

const secret = process.env.BENCH_SECRET;
const HOUR = 3600; // seconds

const app = new Hono();
app.use(policy);

const known = jwt({ secret, alg: "HS256", verification: { iss: "articles", aud: "articles" } });
const idOf = (c) => Number(c.get("jwtPayload").sub);

app.post("/login", zValidator("json", schemas.credentials), async (c) => {
  const { username, password } = c.req.valid("json");
  const user = articles.userByName(username);
  if (!user || !(await Bun.password.verify(password, user.hash))) {
    throw new HTTPException(401, { message: "the name or the password is wrong" });
  }
  const now = Math.floor(Date.now() / 1000);
  const token = await sign({ sub: String(user.id), iss: "articles", aud: "articles", iat: now, exp: now + HOUR }, secret, "HS256");
  const { email, bio, image } = user;
  return c.json({ token, user: { username, email, bio, image } });
});

app.get("/articles", zValidator("query", schemas.page), (c) => {
  const { limit, offset } = c.req.valid("query");
  return c.json({ articles: articles.latest(limit, offset) });
});

app.get("/articles/:slug", (c) => c.json({ article: articles.find(c.req.param("slug")) }));

app.get("/tags", (c) => c.json({ tags: articles.popularTags() }));

app.get("/feed", known, zValidator("query", schemas.page), (c) => {
  const { limit, offset } = c.req.valid("query");
  return c.json({ articles: articles.feed(idOf(c), limit, offset) });
});

app.post("/articles", known, zValidator("json", schemas.create), (c) => {
  const article = articles.create(idOf(c), c.req.valid("json"));
  return c.json({ article }, 201, { Location: `/articles/${article.slug}` });
});

app.put("/articles/:slug", known, zValidator("json", schemas.change), (c) =>
  c.json({ article: articles.change(idOf(c), c.req.param("slug"), c.req.valid("json")) }),
);

app.post("/articles/:slug/favourite", known, (c) => c.json({ article: articles.favour(idOf(c), c.req.param("slug")) }));

app.delete("/articles/:slug/favourite", known, (c) => c.json({ article: articles.unfavour(idOf(c), c.req.param("slug")) }));

Bun.serve({ hostname: "127.0.0.1", port: Number(process.env.PORT), fetch: app.fetch });
