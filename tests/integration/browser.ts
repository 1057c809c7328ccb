import type { ActionFunctionArgs, AppLoadContext } from "@remix-run/node";
import { isRouteErrorResponse } from "@remix-run/react";
import { takeFlash } from "#app/platform/http/flash.server.ts";
import type { FormReply } from "#app/platform/http/form-reply.ts";
import { type CookieJar, cookieHeader, storeCookie } from "../cookie-jar.ts";

export type Browser = ReturnType<typeof newBrowser>;
type Fields = Record<string, string | undefined> | [name: string, value: string][];

/** Returns a browser that keeps its cookies from one request to the next, with an IP address of its own. */
export function newBrowser(address = `198.51.100.${Math.floor(Math.random() * 250)}-${Math.random()}`) {
  const jar: CookieJar = new Map();
  const setCookies: string[] = [];
  /** Returns the arguments of a loader or an action for a request of this browser. Leaves out undefined fields. */
  const requestArgs = (path = "/", fields?: Fields) => {
    const entries = fields && (Array.isArray(fields) ? fields : Object.entries(fields));
    const sent = entries?.filter((entry): entry is [string, string] => entry[1] !== undefined);
    const init = { ...(sent && { method: "POST", body: new URLSearchParams(sent) }), headers: new Headers() };
    const cookie = cookieHeader(jar);
    if (cookie !== undefined) init.headers.set("Cookie", cookie);
    const context: AppLoadContext = {
      address,
      appendCookie(text: string) {
        setCookies.push(text);
        storeCookie(jar, text);
      },
    };
    return { request: new Request(`http://127.0.0.1:3000${path}`, init), context, params: {} };
  };
  return { jar, requestArgs, setCookies };
}

/** Posts a form to its action. Returns the reply to the form, or the redirect with its flash message as JSON text. */
export async function submit<Data = FormReply>(
  action: (args: ActionFunctionArgs) => unknown,
  path: string,
  fields: Fields,
  browser = newBrowser(),
) {
  const args = browser.requestArgs(path, fields);
  const { data, flash, ...response } = await responseOf<Data>(() => action(args));
  return { ...response, data: data ?? undefined, flash: flash && JSON.stringify(flash), context: args.context };
}

/**
 * Returns the response of a loader or an action, returned or thrown, with the flash message for the next page. `data` is the
 * plain object that the function returned, or null if it returned a `Response`. Throws errors that are not responses.
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
  const payload = (data ?? (init ? null : given)) as Data | null;
  return {
    status: init?.status ?? 200,
    to: null,
    headers: new Headers(init?.headers),
    data: payload,
    flash: undefined,
  };
}

/** Returns the JSON text of the flash message that a response sets in a signed base64 cookie, or "". */
export function flashTextOf(headers: Headers): string {
  const value = decodeURIComponent(/^flash=([^;.]*)/.exec(headers.get("Set-Cookie") ?? "")?.[1] ?? "");
  return Buffer.from(value, "base64").toString();
}
