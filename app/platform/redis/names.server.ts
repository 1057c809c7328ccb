import { createHmac, hkdfSync } from "node:crypto";
import { env } from "../env.server.ts";

/** Version of the stored data's shape, so that two releases do not read each other's data. */
const SHAPE = 1;
const HASH_KEY = Buffer.from(hkdfSync("sha256", env.appSecret, "", "counting", 32));

/**
 * Returns a Redis key with this site's prefix: mtandao:1:www.example.co.ke:… Do not pass user input; hash it with
 * `keyedHash`.
 */
export function redisKey(...parts: string[]): string {
  return ["mtandao", SHAPE, new URL(env.origin).host, ...parts].join(":");
}

/** Returns a keyed hash of a text, ignoring case. Nobody can reverse or forge it without APP_SECRET. */
export function keyedHash(text = "unknown"): string {
  return createHmac("sha256", HASH_KEY).update(text.toLowerCase()).digest("base64url");
}
