// package: aws4fetch
import { test, expect } from "fwrun/test";
import { AwsClient } from "aws4fetch";

test("signs", async () => {
	const aws = new AwsClient({ accessKeyId: "a", secretAccessKey: "b", service: "s3", region: "eu-west-1" });
	const request = await aws.sign("https://example.s3.amazonaws.com/x");
	expect(request.headers.get("authorization")).toContain("AWS4-HMAC-SHA256 Credential=a/");
});
