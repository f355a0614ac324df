// kafkajs with the server of the tests.
import { Kafka, logLevel } from "kafkajs";
import process from "node:process";
import { GetMapping, RestController } from "fwrun";

const brokers = [process.env.KAFKA!];

@RestController
export class Packages {
  @GetMapping("/kafkajs")
  async kafkajs() {
    const kafka = new Kafka({ clientId: "fwrun", brokers, logLevel: logLevel.NOTHING, retry: { retries: 8, initialRetryTime: 50 } });
    const admin = kafka.admin(), topic = `packages-${Date.now()}`;
    await admin.connect();
    const made = await admin.createTopics({ topics: [{ topic, numPartitions: 2 }], waitForLeaders: true });
    const producer = kafka.producer({ idempotent: true, maxInFlightRequests: 1 });
    await producer.connect();
    await producer.send({ topic, messages: [1, 2, 3].map((n) => ({ key: "one", value: JSON.stringify({ n }), headers: { n: String(n) } })) });
    await producer.send({ topic, messages: [{ key: "large", value: Buffer.alloc(500_000, "x") }] });
    const consumer = kafka.consumer({ groupId: `${topic}-readers`, sessionTimeout: 10_000, maxWaitTimeInMs: 100 });
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    const seen: number[] = [], large = { size: 0 };
    await new Promise<void>((resolve, reject) => {
      consumer.on(consumer.events.CRASH, ({ payload }) => payload.restart || reject(payload.error)); // the group may be loading
      void consumer.run({ eachMessage: async ({ message }) => {
        if (String(message.key) === "large") large.size = message.value!.length;
        else if (String(message.headers!.n) === String(JSON.parse(String(message.value)).n)) seen.push(JSON.parse(String(message.value)).n);
        if (seen.length === 3 && large.size) resolve();
      } });
    });
    const fails = await producer.send({ topic: "there-is-none", messages: [{ value: "x" }] }).catch(({ type, cause }) => type ?? cause?.type);
    await Promise.all([consumer.disconnect(), producer.disconnect()]);
    await admin.deleteTopics({ topics: [topic] });
    await admin.disconnect();
    const nobody = new Kafka({ brokers: ["127.0.0.1:1"], logLevel: logLevel.NOTHING, retry: { retries: 1, initialRetryTime: 10 } });
    const refused = await nobody.admin().connect().catch(({ name }) => name);
    return { made, seen, large: large.size, fails, refused };
  }
}
