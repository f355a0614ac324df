// What is measured, in the words of the web platform and of Node: each runs as it is in fwrun and in Node.
import { createHash, createHmac, scrypt } from "node:crypto";

const { subtle } = globalThis.crypto;

const kilobyte = new Uint8Array(1000);
const piece = new Uint8Array(64 << 10);
const iv = new Uint8Array(12);
const secret = new Uint8Array(32);

const hex = (bytes) => Array.from(new Uint8Array(bytes), (b) => b.toString(16).padStart(2, "0")).join("");

// repeat calls a function so many times, one after the other, and returns what the last call does.
const repeat = async (times, call) => {
  let last;
  for (let i = 0; i < times; i++) last = await call();
  return last;
};

// once returns a function that makes a value at its first call.
const once = (make) => {
  let made;
  return () => (made ??= make());
};

// What is large is made by who needs it, so that it is not there when streams are measured.
const big = once(() => new Uint8Array(10_000_000));
const text = once(() => "Grüße, 1,234 words of a text that is neither short nor long. ".repeat(16_000));
const encoded = once(() => new TextEncoder().encode(text()));

const hmacKey = once(() => subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]));
const aesKey = once(() => subtle.importKey("raw", secret, "AES-GCM", false, ["encrypt"]));
const password = once(() => subtle.importKey("raw", new TextEncoder().encode("password"), "PBKDF2", false, ["deriveBits"]));
const signer = once(() => subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign", "verify"]));

const signing = { name: "ECDSA", hash: "SHA-256" };
const deriving = { name: "PBKDF2", hash: "SHA-256", salt: iv, iterations: 600_000 };

const price = once(() => new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }));
const moment = once(
  () => new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short", timeZone: "America/New_York" }),
);

const records = once(() =>
  Array.from({ length: 100 }, (_, i) => ({ id: i, name: `User ${i}`, tags: ["a", "b"], at: new Date(i * 1e9) })),
);

// fib is a module with the recursive function of that name.
const fib = once(async () => {
  const code = [
    0, 97, 115, 109, 1, 0, 0, 0, 1, 6, 1, 96, 1, 127, 1, 127, 3, 2, 1, 0, 7, 7, 1, 3, 102, 105, 98, 0, 0, 10, 30, 1, 28, 0, 32, 0,
    65, 2, 72, 4, 127, 32, 0, 5, 32, 0, 65, 1, 107, 16, 0, 32, 0, 65, 2, 107, 16, 0, 106, 11, 11,
  ];
  return (await WebAssembly.instantiate(new Uint8Array(code))).instance.exports.fib;
});

const scrypted = () =>
  new Promise((resolve, reject) => {
    scrypt("password", iv, 32, { N: 16384, r: 8, p: 1 }, (error, key) => (error ? reject(error) : resolve(key)));
  });

// jobs do their work so many times and return something that tells whether it was done.
export const jobs = {
  append(times) {
    let out;
    const word = "abcdefghijklmnopqrstu";
    for (let n = 0; n < times; n++) {
      out = "";
      for (let i = 0; i < 50_000; i++) out += word;
    }
    return out.length;
  },

  "digest-big": async (times) => hex(await repeat(times, () => subtle.digest("SHA-256", big()))),
  pbkdf2: async (times) => hex(await repeat(times, async () => subtle.deriveBits(deriving, await password(), 256))),

  async "hmac-small"(times) {
    const key = await hmacKey();
    return hex(await repeat(times, () => subtle.sign("HMAC", key, kilobyte)));
  },
  async "hmac-piece"(times) {
    const key = await hmacKey();
    return hex(await repeat(times, () => subtle.sign("HMAC", key, piece)));
  },
  async "aes-big"(times) {
    const key = await aesKey();
    return hex((await repeat(times, () => subtle.encrypt({ name: "AES-GCM", iv }, key, big()))).slice(-16));
  },
  async ecdsa(times) {
    const { privateKey, publicKey } = await signer();
    const signature = await repeat(times, () => subtle.sign(signing, privateKey, kilobyte));
    return subtle.verify(signing, publicKey, signature, kilobyte);
  },

  "hash-big": (times) => repeat(times, () => createHash("sha256").update(big()).digest("hex")),
  "hash-small": (times) => repeat(times, () => createHash("sha256").update(kilobyte).digest("hex")),
  "mac-small": (times) => repeat(times, () => createHmac("sha256", secret).update(kilobyte).digest("hex")),
  scrypt: async (times) => (await repeat(times, scrypted)).toString("hex"),

  numbers(times) {
    const format = price();
    let last;
    for (let i = 0; i < times; i++) last = format.format(i * 1.37);
    return last;
  },
  dates(times) {
    const format = moment();
    let last;
    for (let i = 0; i < times; i++) last = format.format(i * 1e8);
    return last.replaceAll("\u202f", " ");
  },

  async wasm(times) {
    const run = await fib();
    let last;
    for (let i = 0; i < times; i++) last = run(30);
    return last;
  },
  clone(times) {
    let last;
    for (let i = 0; i < times; i++) last = structuredClone(records());
    return JSON.stringify(last.at(-1));
  },
  url(times) {
    let last;
    for (let i = 0; i < times; i++) last = new URL(`../b/${i}?q=${i}#f`, "https://user@example.com:8080/a/x/y");
    return last.href;
  },
  encode(times) {
    let last;
    for (let i = 0; i < times; i++) last = new TextEncoder().encode(text());
    return last.length;
  },
  decode(times) {
    let last;
    for (let i = 0; i < times; i++) last = new TextDecoder().decode(encoded());
    return last.length;
  },
};

const ways = {
  forward: (url) => fetch(url),
  transform: async (url) => new Response((await fetch(url)).body.pipeThrough(new TransformStream())),
  compress: async (url) => new Response((await fetch(url)).body.pipeThrough(new CompressionStream("gzip"))),
};

// through returns a Response with what a server sends, in one of the ways.
export const through = (way, url) => ways[way](url);

// count returns the number of bytes of a stream.
export async function count(stream) {
  let total = 0;
  for await (const chunk of stream) total += chunk.byteLength;
  return total;
}
