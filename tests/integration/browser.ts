import type { AppLoadContext } from "@remix-run/node";
import { isRouteErrorResponse } from "@remix-run/react";
import { takeFlash } from "#app/http/flash.server.ts";

export type Browser = ReturnType<typeof newBrowser>;

/** Returns a browser that keeps its cookies from one request to the next. */
export function newBrowser() {
  const jar = new Map<string, string>();
  const attributes: string[] = [];
  const address = `198.51.100.${Math.floor(Math.random() * 250)}-${Math.random()}`;
  /** Returns the arguments of a loader or an action for a request of this browser. */
  const visit = (path = "/", fields?: Record<string, string> | [string, string][]) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const body = fields && new URLSearchParams(fields);
    const init = {
      method: body ? "POST" : "GET",
      body: body ?? null,
      headers: new Headers(cookie ? { Cookie: cookie } : []),
    };
    const request = new Request(`http://127.0.0.1:3000${path}`, init);
    const context: AppLoadContext = {
      address,
      appendCookie(text: string) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
        attributes.push(text.replace(/^[^;]*/, name));
        if (/Max-Age=0/i.test(text)) jar.delete(name);
        else jar.set(name, value);
      },
    };
    return { request, context, params: {} };
  };
  return { jar, visit, attributes };
}

/**
 * Returns the response of a loader or an action, returned or thrown, with the flash message for the next page. `data` is null for a
 * Response. Throws what is no response.
 */
export async function responseOf<Data = unknown>(work: () => unknown) {
  const given = await (async () => work())().catch((thrown: unknown) => thrown);
  if (given instanceof Response) {
    const { status, headers } = given;
    const cookie = headers.get("Set-Cookie")?.split(";")[0] ?? "";
    const flash = await takeFlash(new Request("http://127.0.0.1:3000/", { headers: { Cookie: cookie } }), undefined);
    return { status, to: headers.get("Location"), headers, data: null, flash };
  }
  if (given instanceof Error && !isRouteErrorResponse(given)) throw given;
  const { init, data } = given as { init?: ResponseInit; data?: Data };
  const whole = (data ?? (init ? null : given)) as Data | null;
  return { status: init?.status ?? 200, to: null, headers: new Headers(init?.headers), data: whole, flash: undefined };
}

/** Returns the JSON text of the flash message that a response sets in a signed base64 cookie, or "". */
export function flashTextOf(headers: Headers): string {
  const value = decodeURIComponent(/^flash=([^;.]*)/.exec(headers.get("Set-Cookie") ?? "")?.[1] ?? "");
  return Buffer.from(value, "base64").toString();
}
