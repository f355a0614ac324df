// amqplib and mqtt with the server of the tests.
import amqp from "amqplib";
import mqtt from "mqtt";
import process from "node:process";
import { GetMapping, RestController } from "fwrun";

const { AMQP, MQTT } = process.env as Record<string, string>;

@RestController
export class Packages {
  @GetMapping("/amqplib")
  async amqplib() {
    const connection = await amqp.connect(AMQP), channel = await connection.createConfirmChannel();
    const { queue } = await channel.assertQueue("", { exclusive: true });
    await channel.prefetch(2);
    for (const n of [1, 2, 3]) channel.sendToQueue(queue, Buffer.from(JSON.stringify({ n })), { contentType: "application/json", headers: { n } });
    channel.sendToQueue(queue, Buffer.alloc(1_000_000, "x"));
    await channel.waitForConfirms();
    const seen: unknown[] = [];
    await new Promise<void>((resolve) => channel.consume(queue, (message) => {
      if (message!.content.length > 1000) seen.push(message!.content.length);
      else if (!message!.fields.redelivered && message!.properties.headers!.n === 2) return channel.nack(message!);
      else seen.push(JSON.parse(String(message!.content)).n);
      channel.ack(message!);
      if (seen.length === 4) resolve();
    }));
    const wrong = await connection.createChannel();
    const closed = new Promise((resolve) => wrong.once("error", (thrown) => resolve(thrown.code)));
    const fails = await wrong.checkQueue("there is none").catch(({ message }) => message);
    const is = { seen: seen.map(String).sort(), closed: await closed, fails: /NOT_FOUND/.test(fails) };
    await connection.close();
    const refused = await amqp.connect("amqp://127.0.0.1:1").catch(({ code }) => code), denied = await amqp.connect(AMQP.replace(":guest@", ":wrong@")).catch(({ message }) => message);
    return { ...is, refused, denied: /ACCESS_REFUSED|403/.test(denied) };
  }

  @GetMapping("/mqtt")
  async mqtt() {
    const client = await mqtt.connectAsync(MQTT, { reconnectPeriod: 10 });
    const heard: string[] = [], three = new Promise<void>((resolve) => client.on("message", (topic, data) => {
      heard.push(`${topic} ${data}`);
      if (heard.length === 3) resolve();
    }));
    await client.subscribeAsync("rooms/+/light", { qos: 1 });
    await client.publishAsync("rooms/1/light", "on", { qos: 1 });
    await client.publishAsync("rooms/1/heat", "nobody hears", { qos: 0 });
    await client.publishAsync("rooms/2/light", "off", { qos: 1 });
    const again = new Promise((resolve) => client.once("connect", resolve));
    client.stream.destroy();
    await again;
    await client.publishAsync("rooms/3/light", "again", { qos: 1 });
    await three;
    await client.endAsync();
    const denied = await mqtt.connectAsync(MQTT.replace(":guest@", ":wrong@"), { reconnectPeriod: 0 }).catch(({ code }) => code);
    return { heard: heard.sort(), denied };
  }
}
