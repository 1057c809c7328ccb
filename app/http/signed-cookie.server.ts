import { type AppLoadContext, createCookie } from "@remix-run/node";
import type { z } from "zod";
import { env } from "#app/env.server.ts";
import { cookieName, cookieNames } from "#app/model/own-cookies.ts";

type About<Schema> = { name: string; maxAgeSeconds: number; schema: Schema };

/**
 * A cookie of ours beside the session: signed, unseen by scripts, and sent over https alone where the site has it. Takes the
 * schema of its value, by which it is read.
 */
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

  /** A Set-Cookie header that takes it out of the browser. */
  const ended = () => cookie.serialize("", { maxAge: 0 });

  return {
    isIn,
    ended,
    /** A Set-Cookie header. */
    serialize: (value: z.input<Schema>) => cookie.serialize(value),
    /** Its value; undefined where there is none, or one that is not ours or does not fit: then it is taken out of the browser. */
    async read(request: Request, context?: AppLoadContext): Promise<z.output<Schema> | undefined> {
      if (!isIn(request)) return undefined;
      const read = schema.safeParse(await cookie.parse(request.headers.get("Cookie")));
      if (!read.success) context?.appendCookie?.(await ended());
      return read.data;
    },
  };
}
