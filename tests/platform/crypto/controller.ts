import { GetMapping, RestController } from "fwrun";
import { AwsClient } from "aws4fetch";
import * as jose from "jose";
import Stripe from "stripe";

const signatures = ["HS256", "HS512", "RS256", "PS384", "ES256", "ES384", "ES512", "EdDSA"];
// How the key of the content is managed, and how many bytes a shared secret has.
const encryptions: [alg: string, enc: string, bytes?: number][] = [
  ["dir", "A256GCM", 32], ["A128KW", "A128CBC-HS256", 16], ["A256GCMKW", "A256GCM", 32], ["PBES2-HS256+A128KW", "A128GCM", 12],
  ["RSA-OAEP-256", "A256GCM"], ["ECDH-ES", "A128GCM"], ["ECDH-ES+A256KW", "A256CBC-HS512"],
];

@RestController()
export class Packages {
  /** Each algorithm's token is verified by its key and by the key's JWK, and not when it is forged. */
  @GetMapping("/jose/signatures")
  async signatures(): Promise<Record<string, string[]>> {
    const out: Record<string, string[]> = {};
    for (const alg of signatures) {
      const made = alg.startsWith("HS") ? await jose.generateSecret(alg, { extractable: true }) : await jose.generateKeyPair(alg, { extractable: true });
      const [own, others] = (made instanceof CryptoKey || made instanceof Uint8Array ? [made, made] : [made.privateKey, made.publicKey]) as [CryptoKey, CryptoKey];
      const token = await new jose.SignJWT({ role: "admin" }).setProtectedHeader({ alg }).setSubject("ada").setExpirationTime("2h").sign(own);
      const { payload } = await jose.jwtVerify(token, others, { subject: "ada" });
      const again = await jose.jwtVerify(token, await jose.importJWK(await jose.exportJWK(others), alg));
      const forged = token.slice(0, -8) + (token.endsWith("AAAAAAAA") ? "BBBBBBBB" : "AAAAAAAA");
      const answer = await jose.jwtVerify(forged, others).then(() => "accepted", (error: jose.errors.JOSEError) => error.code);
      out[alg] = [String(payload.role), String(again.payload.sub), answer];
    }
    return out;
  }

  @GetMapping("/jose/encryptions")
  async encryptions(): Promise<Record<string, string>> {
    const out: Record<string, string> = {};
    for (const [alg, enc, bytes] of encryptions) {
      const made = bytes ? crypto.getRandomValues(new Uint8Array(bytes)) : await jose.generateKeyPair(alg);
      const [theirs, own] = made instanceof Uint8Array ? [made, made] : [made.publicKey, made.privateKey];
      const text = await new jose.CompactEncrypt(new TextEncoder().encode("it’s a secret")).setProtectedHeader({ alg, enc }).encrypt(theirs);
      const { plaintext } = await jose.compactDecrypt(text, own, { keyManagementAlgorithms: [alg], maxPBES2Count: 10_000 });
      out[alg] = new TextDecoder().decode(plaintext);
    }
    return out;
  }

  @GetMapping("/stripe")
  async stripe(): Promise<string[]> {
    const stripe = new Stripe("sk_test_123");
    const payload = JSON.stringify({ id: "evt_1", object: "event", type: "charge.succeeded" });
    const header = await stripe.webhooks.generateTestHeaderStringAsync({ payload, secret: "whsec_1" });
    const event = await stripe.webhooks.constructEventAsync(payload, header, "whsec_1");
    const wrong = await stripe.webhooks.constructEventAsync(payload, header, "whsec_2").then(() => "accepted", (error: { type: string }) => error.type);
    return [event.type, wrong];
  }

  @GetMapping("/aws4fetch")
  async aws(): Promise<string> {
    const aws = new AwsClient({ accessKeyId: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", service: "s3", region: "us-east-1" });
    const request = await aws.sign("https://bucket.s3.amazonaws.com/key", { method: "PUT", body: "hello", aws: { datetime: "20150830T123600Z" } });
    return String(request.headers.get("authorization")).split("Signature=")[1];
  }
}
