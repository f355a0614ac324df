// Routes with and without a token, as a user of Fastify writes them with its own plugin.
import jwt from "@fastify/jwt";
import fastify from "fastify";

const app = fastify({ logger: false });
await app.register(jwt, { secret: process.env.BENCH_SECRET, verify: { allowedIss: "bench", allowedAud: "bench" } });

const user = { type: "object", properties: { name: { type: "string" }, roles: { type: "array", items: { type: "string" } } } };

const known = async (request, reply) => {
  try {
    await request.jwtVerify();
  } catch (error) {
    return reply.code(401).send(error);
  }
};

const inRole = (role) => async (request, reply) => {
  if (!request.user.roles.includes(role)) return reply.code(403).send();
};

app.get("/hello", { schema: { response: { 200: user } } }, () => ({ name: "nobody", roles: [] }));

app.get("/me", { onRequest: [known, inRole("USER")], schema: { response: { 200: user } } }, (request) => ({
  name: request.user.sub,
  roles: request.user.roles,
}));

app.get("/admin", { onRequest: [known, inRole("ADMIN")] }, () => ({ name: "admin", roles: [] }));

await app.listen({ host: "127.0.0.1", port: Number(process.env.PORT) });
