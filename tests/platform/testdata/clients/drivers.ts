// Further drivers of databases and queues over sockets.
import { Queue, QueueEvents, Worker } from "bullmq";
import { Redis } from "ioredis";
import { MongoClient } from "mongodb";
import process from "node:process";
import postgres from "postgres";
import { GetMapping, RestController } from "fwrun";

const { POSTGRES_PORT, POSTGRES_DATABASE, REDIS_PORT } = process.env;
const at = { host: "127.0.0.1", port: Number(REDIS_PORT) };

// These belong to the worker.
const database = { host: "127.0.0.1", port: Number(POSTGRES_PORT), user: "fwrun", database: POSTGRES_DATABASE };
const sql = postgres({ ...database, max: 2 });
const redis = new Redis({ ...at, lazyConnect: true });

const failure = async (promise: Promise<unknown>) => {
  try {
    await promise;
    return "none";
  } catch (thrown) {
    return `${(thrown as Error).name} ${(thrown as { code?: string }).code ?? (thrown as Error).message}`;
  }
};

@RestController
export class MoreDrivers {
  @GetMapping("/postgres")
  async postgres() {
    const [{ n, at, list }] = await sql`SELECT ${41}::int + 1 AS n, ${new Date(0)}::timestamptz AS at, ${[1, 2]}::int[] AS list`;
    await sql`CREATE TABLE IF NOT EXISTS words (id int PRIMARY KEY, word text)`;
    await sql`INSERT INTO words ${sql([{ id: 1, word: "é" }, { id: 2, word: "two" }])} ON CONFLICT DO NOTHING`;
    const undone = await failure(sql.begin(async (within) => {
      await within`DELETE FROM words`;
      throw new Error("not so");
    }));
    let pieces = 0;
    await sql`SELECT * FROM generate_series(1, 100)`.cursor(40, () => { pieces++; });
    const many = await Promise.all(Array.from({ length: 20 }, (_, i) => sql`SELECT ${i}::int AS i`));
    const heard = new Promise((resolve) => sql.listen("news", resolve, () => { void sql.notify("news", "heard"); }));
    return {
      n, at, list, words: await sql`SELECT word FROM words ORDER BY id`, undone, pieces, many: many.reduce((sum, [{ i }]) => sum + i, 0),
      fails: await failure(sql`SELECT nothing`), heard: await heard,
    };
  }

  @GetMapping("/postgres/lost")
  async lost() {
    const one = postgres({ ...database, max: 1 }), [{ pid }] = await one`SELECT pg_backend_pid() AS pid`;
    await sql`SELECT pg_terminate_backend(${pid})`;
    let again = pid;
    while (again === pid) again = (await one`SELECT pg_backend_pid() AS again`.catch(() => []))[0]?.again ?? pid;
    await one.end();
    return again > 0;
  }

  @GetMapping("/ioredis")
  async ioredis() {
    const piped = await redis.pipeline().set("a", 1).incr("a").lpush("a", "no list").get("a").exec();
    const together = await redis.multi().hset("h", { x: "1", y: "2" }).hgetall("h").exec();
    const other = redis.duplicate();
    const heard = new Promise((resolve) => other.on("message", (channel, text) => resolve(`${channel} ${text}`)));
    await other.subscribe("news");
    await redis.publish("news", "heard");
    const said = await heard;
    other.disconnect();
    redis.defineCommand("twice", { numberOfKeys: 0, lua: "return ARGV[1] * 2" });
    const scripted = await (redis as unknown as { twice(n: number): Promise<number> }).twice(21);
    await redis.client("KILL", "TYPE", "normal", "SKIPME", "yes");
    const killer = new Redis(at);
    await killer.client("KILL", "TYPE", "normal", "SKIPME", "yes");
    killer.disconnect();
    return { piped: piped!.map(([failed, value]) => failed ? failed.message.split(" ")[0] : value), together: together!.map(([, value]) => value), said, scripted, again: await redis.get("a") };
  }

  @GetMapping("/bullmq")
  async bullmq() {
    const connection = { ...at, maxRetriesPerRequest: null };
    const queue = new Queue("sums", { connection }), events = new QueueEvents("sums", { connection });
    const worker = new Worker("sums", async ({ data, attemptsMade }) => {
      if (data.fails && attemptsMade === 0) throw new Error("once more");
      if (data.never) throw new Error("never");
      return data.a + data.b;
    }, { connection });
    await Promise.all([queue.waitUntilReady(), events.waitUntilReady(), worker.waitUntilReady()]);
    const jobs = await queue.addBulk([{ name: "one", data: { a: 1, b: 2 } }, { name: "two", data: { a: 3, b: 4, fails: true }, opts: { attempts: 2 } }]);
    const sums = await Promise.all(jobs.map((job) => job.waitUntilFinished(events, 10_000)));
    const failed = await failure((await queue.add("three", { never: true })).waitUntilFinished(events, 10_000));
    const { completed, failed: dead } = await queue.getJobCounts("completed", "failed");
    await Promise.all([worker.close(), events.close()]);
    await queue.close();
    return { sums, failed, completed, dead };
  }

  @GetMapping("/mongodb")
  async mongodb() {
    const client = new MongoClient("mongodb://127.0.0.1:1/db", { serverSelectionTimeoutMS: 300 });
    const began = performance.now(), fails = await failure(client.db().collection("x").findOne({}));
    const soon = performance.now() - began < 10_000;
    await client.close();
    return [fails, soon];
  }
}
