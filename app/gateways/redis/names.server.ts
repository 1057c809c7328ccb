import { createHmac, hkdfSync } from "node:crypto";
import { env } from "#app/env.server.ts";

/** Of what is kept in Redis; another one for another shape, so that an old and a new release do not read each other's. */
const SHAPE = 1;
const HASH_KEY = Buffer.from(hkdfSync("sha256", env.appSecret, "", "counting", 32));

/** A name in Redis, which sites may share: mtandao:1:www.example.co.ke:… Takes no word that somebody typed; see `secretName`. */
export function nameInRedis(...parts: string[]): string {
  return ["mtandao", SHAPE, new URL(env.origin).host, ...parts].join(":");
}

/** By what somebody is counted: the same for the same, however letters are written; nobody reads it or makes it without APP_SECRET. */
export function secretName(whom = "unknown"): string {
  return createHmac("sha256", HASH_KEY).update(whom.toLowerCase()).digest("base64url");
}
