// Clients of HTTP that open connections themselves: WebSockets, proxies, pools, a browser.
import { HttpAgent } from "agentkeepalive";
import { HttpProxyAgent } from "http-proxy-agent";
import { HttpsProxyAgent } from "https-proxy-agent";
import http from "node:http";
import https from "node:https";
import { text } from "node:stream/consumers";
import process from "node:process";
import puppeteer from "puppeteer-core";
import { SocksProxyAgent } from "socks-proxy-agent";
import { Client, Pool, fetch as fetched, request } from "undici";
import WebSocket from "ws";
import { GetMapping, RestController } from "fwrun";

const { HTTP, HTTPS, CA, PROXY, SOCKS, BROWSER } = process.env as Record<string, string>;
const alive = new HttpAgent({ freeSocketTimeout: 10_000 });

const failure = async (promise: Promise<unknown>) => {
  try {
    return await promise;
  } catch (thrown) {
    return (thrown as { code: string }).code ?? String(thrown);
  }
};
// get sends a request with node:http or node:https.
const get = (url: string, options: https.RequestOptions = {}, body = "") => new Promise<string>((resolve, reject) => {
  const sent = (url.startsWith("https:") ? https : http).request(url, { ca: CA, ...options });
  sent.on("response", (response) => text(response).then((got) => resolve(`${response.statusCode} ${got}`), reject)).on("error", reject).end(body);
});

@RestController
export class Clients {
  @GetMapping("/ws")
  async ws() {
    const socket = new WebSocket(HTTP.replace("http", "ws") + "/socket", "echo", { perMessageDeflate: true });
    const seen: string[] = [];
    socket.on("message", (data, binary) => {
      seen.push(binary ? `${(data as Buffer).length} bytes` : String(data));
      if (seen.length === 3) socket.close(1000, "enough");
    });
    await new Promise((resolve) => socket.once("open", resolve));
    const pong = new Promise((resolve) => socket.once("pong", (data) => resolve(String(data))));
    socket.send("é");
    socket.send(Buffer.alloc(300_000, 7));
    socket.ping("still there?");
    const answered = await pong;
    socket.send("last");
    const [code, reason] = await new Promise<[number, string]>((resolve) => socket.once("close", (code, reason) => resolve([code, String(reason)])));
    const refused = new WebSocket(HTTP.replace("http", "ws") + "/none");
    const error = await new Promise((resolve) => refused.once("error", ({ message }) => resolve(message)));
    const secured = new WebSocket(HTTPS.replace("https", "wss") + "/socket", { ca: CA });
    const over = await new Promise((resolve) => secured.once("open", () => secured.send("tls")).once("message", (data) => resolve(String(data))));
    secured.terminate();
    return { seen, answered, protocol: socket.protocol, code, reason, error, over };
  }

  @GetMapping("/proxies")
  async proxies() {
    const plain = new HttpProxyAgent(PROXY), tunnel = new HttpsProxyAgent(PROXY), socks = new SocksProxyAgent(SOCKS);
    const far = HTTP.replace("127.0.0.1", "far.example"), farther = HTTPS.replace("127.0.0.1", "far.example");
    return {
      plain: await get(far + "/said", { agent: plain, method: "POST" }, "through"),
      tunnel: await get(farther + "/said", { agent: tunnel, method: "POST", servername: "example.com" }, "secret"),
      socks: await get(farther + "/said", { agent: socks, servername: "example.com" }),
      refused: await get(HTTPS + "/said", { agent: new HttpsProxyAgent(PROXY, { headers: { "x-refuse": "1" } }) }),
      dead: await failure(get(HTTPS, { agent: new HttpsProxyAgent("http://127.0.0.1:1") })),
      forbidden: await failure(get(HTTPS, { agent: new HttpsProxyAgent("http://10.0.0.1:3128") })),
    };
  }

  @GetMapping("/agentkeepalive")
  async agentkeepalive() {
    const all = [];
    for (let i = 0; i < 3; i++) all.push(await get(HTTP + "/said", { agent: alive, method: "POST" }, String(i)));
    const { createSocketCount, requestCount, closeSocketCount } = alive.getCurrentStatus();
    return { all, createSocketCount, requestCount, closeSocketCount };
  }

  @GetMapping("/undici")
  async undici() {
    const pool = new Pool(HTTP, { connections: 2 }), client = new Client(HTTPS, { connect: { ca: CA } });
    const many = await Promise.all(Array.from({ length: 6 }, async (_, i) => (await pool.request({ path: "/said", method: "POST", body: String(i) })).body.text()));
    const secured = await client.request({ path: "/said", method: "POST", body: "tls" });
    let streamed = 0;
    const { body, headers, trailers } = await request(HTTP + "/large");
    for await (const piece of body) streamed += (piece as Buffer).length;
    const json = await (await fetched(HTTP + "/said", { method: "POST", body: "fetched" })).text();
    const is = {
      many: many.join(), secured: await secured.body.text(), streamed, chunked: headers["transfer-encoding"], trailers, json,
      refused: await failure(request("http://127.0.0.1:1")), forbidden: await failure(request("http://10.0.0.1")),
    };
    await Promise.all([pool.close(), client.close()]);
    return is;
  }

  @GetMapping("/browser")
  async browser() {
    const browser = await puppeteer.connect({ browserWSEndpoint: BROWSER });
    const page = await browser.newPage();
    await page.goto(HTTP + "/page");
    const title = await page.title(), sum = await page.evaluate(() => [1, 2, 3].reduce((a, b) => a + b));
    const picture = await page.screenshot();
    await page.close();
    await browser.disconnect();
    return { title, sum, png: Buffer.from(picture).toString("latin1", 1, 4) };
  }
}
