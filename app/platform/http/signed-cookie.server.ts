import { type AppLoadContext, createCookie } from "@remix-run/node";
import type { z } from "zod";
import { env } from "../env.server.ts";
import { cookieName, cookieNames } from "./own-cookies.ts";

type About<Schema> = { name: string; maxAgeSeconds: number; schema: Schema };

/** Creates a signed, HttpOnly cookie, secure if the site uses https. `schema` validates its value. */
export function signedCookie<Schema extends z.ZodType>({ name, maxAgeSeconds, schema }: About<Schema>) {
  const cookie = createCookie(cookieName(name, env.origin), {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: env.origin.startsWith("https:"),
    secrets: [env.appSecret],
    maxAge: maxAgeSeconds,
  });

  const isIn = (request: Request) => cookieNames(request.headers.get("Cookie") ?? "").includes(cookie.name);

  /** Returns a Set-Cookie header that deletes the cookie. */
  const ended = () => cookie.serialize("", { maxAge: 0 });

  return {
    isIn,
    ended,
    /** Returns a Set-Cookie header. */
    serialize: (value: z.input<Schema>, maxAge = maxAgeSeconds) => cookie.serialize(value, { maxAge }),
    /** Returns the value; undefined if missing. An invalid value is deleted from the browser. */
    async read(request: Request, context?: AppLoadContext): Promise<z.output<Schema> | undefined> {
      if (!isIn(request)) return undefined;
      const read = schema.safeParse(await cookie.parse(request.headers.get("Cookie")));
      if (!read.success) context?.appendCookie?.(await ended());
      return read.data;
    },
  };
}
