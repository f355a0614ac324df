// package: @aws-sdk/client-s3
import { test, expect } from "fwrun/test";
import { S3Client, PutObjectCommand } from "@aws-sdk/client-s3";

test("signs and sends", async () => {
	let seen;
	const s3 = new S3Client({ region: "eu-west-1", credentials: { accessKeyId: "a", secretAccessKey: "b" }, requestHandler: { handle: async request => { seen = request; return { response: { statusCode: 200, headers: {}, body: undefined } }; } } });
	await s3.send(new PutObjectCommand({ Bucket: "b", Key: "k", Body: "x" }));
	expect(seen.headers.authorization).toContain("AWS4-HMAC-SHA256");
});
