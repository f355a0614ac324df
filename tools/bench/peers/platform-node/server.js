// The same routes as those of ../platform, on node:http.
import { once } from "node:events";
import { createServer } from "node:http";
import { count, jobs, through } from "../platform/jobs.js";

async function send(reply, response) {
  for await (const chunk of response.body) {
    if (!reply.write(chunk)) await once(reply, "drain");
  }
  reply.end();
}

async function answer(request, reply) {
  const url = new URL(request.url, "http://127.0.0.1");
  const [, route, name] = url.pathname.split("/");
  switch (route) {
    case "plain":
      return reply.end("plain");
    case "jobs":
      return reply.end(`${await jobs[name](Number(url.searchParams.get("times")))}`);
    case "streams":
      return send(reply, await through(name, url.searchParams.get("url")));
    case "count":
      return reply.end(`${await count(request)}`);
  }
  reply.writeHead(404).end();
}

createServer((request, reply) => {
  answer(request, reply).catch((error) => {
    console.error(error);
    reply.destroy();
  });
}).listen(Number(process.env.PORT), "127.0.0.1");
