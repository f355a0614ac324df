// The application ../platform-plain, on node:http.
import { createServer } from "node:http";

createServer((_, reply) => reply.end("plain")).listen(Number(process.env.PORT), "127.0.0.1");
