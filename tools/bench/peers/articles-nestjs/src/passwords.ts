// Passwords and their hashes: argon2id in the PHC string format, "$argon2id$v=19$m=19456,t=2,p=1$salt$key".
import { argon2, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify(argon2);

export async function fits(password: string, hash: string) {
  const [, , , parameters, salt, key] = hash.split("$");
  const [memory, passes, parallelism] = parameters.split(",").map((parameter) => Number(parameter.slice(2)));
  const wanted = Buffer.from(key, "base64");
  const nonce = Buffer.from(salt, "base64");
  const derived = await derive("argon2id", { message: password, nonce, memory, passes, parallelism, tagLength: wanted.length });
  return timingSafeEqual(wanted, derived);
}
