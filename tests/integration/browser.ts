import type { AppLoadContext } from "@remix-run/node";

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
