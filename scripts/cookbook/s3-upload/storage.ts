import { ConfigurationProperties, Digest, Hmac, Service } from "fwrun";

@ConfigurationProperties("s3")
export class S3Settings {
  url: string;
  region: string;
  keyId: string;
  secretKey: string;
}

const escaped = (text: string) => encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

@Service
export class Storage {
  constructor(private settings: S3Settings, private hmac: Hmac, private digest: Digest) {}

  /** An address for one request, which is good for who has it until it expires: Signature Version 4, in the query. */
  signed(method: "GET" | "PUT" | "DELETE", name: string, seconds = 300, at = new Date()): string {
    const { url, region, keyId, secretKey } = this.settings;
    const { host, origin, pathname } = new URL(url);
    const path = pathname.replace(/\/$/, "") + "/" + name.split("/").map(escaped).join("/");
    const time = at.toISOString().replace(/[-:]|\.\d{3}/g, ""), day = time.slice(0, 8), scope = `${day}/${region}/s3/aws4_request`;
    const query = Object.entries({
      "X-Amz-Algorithm": "AWS4-HMAC-SHA256", "X-Amz-Credential": `${keyId}/${scope}`, "X-Amz-Date": time,
      "X-Amz-Expires": String(seconds), "X-Amz-SignedHeaders": "host",
    }).map(([key, value]) => `${key}=${escaped(value)}`).join("&");
    const request = [method, path, query, `host:${host}`, "", "host", "UNSIGNED-PAYLOAD"].join("\n");
    const key = [day, region, "s3", "aws4_request"].reduce<string | Uint8Array>(
      (secret, part) => Uint8Array.fromHex(this.hmac.sign(part, secret)), `AWS4${secretKey}`);
    const signature = this.hmac.sign(["AWS4-HMAC-SHA256", time, scope, this.digest.of(request)].join("\n"), key);
    return `${origin}${path}?${query}&X-Amz-Signature=${signature}`;
  }
}
