// Drivers of databases and brokers, and a mailer, over sockets of node:net and node:tls.
import { Redis } from "ioredis";
import mysql from "mysql2/promise";
import { connect, StringCodec } from "nats";
import net from "node:net";
import process from "node:process";
import nodemailer from "nodemailer";
import pg from "pg";
import { GetMapping, RestController } from "fwrun";

const { POSTGRES_FOLDER, POSTGRES_PORT, POSTGRES_DATABASE, MYSQL_PORT, MYSQL_DATABASE, REDIS_PORT, NATS_PORT, SMTP_PORT } = process.env;
const postgres = { user: "fwrun", database: POSTGRES_DATABASE };

// These belong to the worker, and stay open for the requests that follow.
const pool = new pg.Pool({ ...postgres, host: "127.0.0.1", port: Number(POSTGRES_PORT), max: 2 });
const redis = new Redis({ host: "127.0.0.1", port: Number(REDIS_PORT), lazyConnect: true });

const failure = async (promise: Promise<unknown>) => {
  try {
    await promise;
    return "none";
  } catch (thrown) {
    return (thrown as { code: string }).code;
  }
};

@RestController
export class Drivers {
  @GetMapping("/pg")
  async pg() {
    const { rows } = await pool.query("SELECT $1::int + 1 AS n, pg_backend_pid() AS pid", [41]);
    const { rows: [large] } = await pool.query("SELECT repeat('x', 3000000) AS x");
    const many = await Promise.all(Array.from({ length: 20 }, (_, i) => pool.query("SELECT $1::int AS i", [i])));
    return {
      n: rows[0].n, large: large.x.length, many: many.reduce((sum, { rows: [row] }) => sum + row.i, 0),
      fails: await failure(pool.query("SELECT nothing")), connections: pool.totalCount,
    };
  }

  @GetMapping("/pg/pid")
  async pid() {
    const client = await pool.connect();
    try {
      return (await client.query("SELECT pg_backend_pid() AS pid")).rows[0].pid;
    } finally {
      client.release();
    }
  }

  @GetMapping("/pg/file")
  async file() {
    const client = new pg.Client({ ...postgres, host: POSTGRES_FOLDER });
    await client.connect();
    const { rows } = await client.query("SELECT 'over a file' AS x");
    await client.end();
    return [rows[0].x, await failure(new pg.Client({ ...postgres, host: "/elsewhere" }).connect())];
  }

  @GetMapping("/mysql")
  async mysql() {
    const one = await mysql.createConnection({ host: "127.0.0.1", port: Number(MYSQL_PORT), user: "root", database: MYSQL_DATABASE });
    const [rows] = await one.query("SELECT 41 + 1 AS n");
    const [prepared] = await one.execute("SELECT ? AS x", ["é"]);
    const fails = await failure(one.query("SELECT nothing"));
    await one.end();
    return { rows, prepared, fails };
  }

  @GetMapping("/redis")
  async redis() {
    await redis.set("n", 41);
    const [, text] = await Promise.all([redis.incr("n"), redis.get("n")]);
    await redis.set("large", Buffer.alloc(2e6, "x"));
    return { text, large: (await redis.getBuffer("large"))!.length, status: redis.status };
  }

  @GetMapping("/nats")
  async nats() {
    const nc = await connect({ servers: `127.0.0.1:${NATS_PORT}` }), text = StringCodec();
    const subscription = nc.subscribe("double", { callback: (_, m) => { m.respond(text.encode(text.decode(m.data).repeat(2))); } });
    const answer = await nc.request("double", text.encode("ab"), { timeout: 5000 });
    subscription.unsubscribe();
    await nc.drain();
    return [text.decode(answer.data), nc.isClosed()];
  }

  @GetMapping("/mail")
  async mail() {
    const transport = nodemailer.createTransport({
      host: "127.0.0.1", port: Number(SMTP_PORT), requireTLS: true, tls: { rejectUnauthorized: false }, auth: { user: "ada", pass: "secret" },
    });
    const sent = await transport.sendMail({
      from: "a@example.com", to: "b@example.com", subject: "Größe", text: "Hello", attachments: [{ filename: "x.bin", content: Buffer.alloc(1e5) }],
    });
    const checked = nodemailer.createTransport({ host: "127.0.0.1", port: Number(SMTP_PORT), requireTLS: true });
    return { accepted: sent.accepted, response: sent.response, unchecked: await failure(checked.verify()) };
  }

  @GetMapping("/forbidden")
  async forbidden() {
    const socket = net.connect(80, "10.0.0.1");
    return new Promise((resolve) => socket.on("error", (thrown: NodeJS.ErrnoException) => resolve(thrown.code)));
  }
}
