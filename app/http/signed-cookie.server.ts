import { createCookie } from "@remix-run/node";
import { env } from "#app/env.server.ts";
import { cookieName } from "#app/model/own-cookies.ts";

/** A cookie of ours beside the session: signed, unseen by scripts, and sent over https alone where the site has it. */
export function signedCookie(name: string, maxAgeSeconds: number) {
  return createCookie(cookieName(name, env.origin), {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: env.origin.startsWith("https:"),
    secrets: [env.appSecret],
    maxAge: maxAgeSeconds,
  });
}
