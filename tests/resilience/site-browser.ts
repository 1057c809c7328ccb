import { type CookieJar, cookieHeader, storeCookie } from "../cookie-jar.ts";
import { httpRequest, newVisitor, postForm, type Reply } from "./request.ts";
import type { Site } from "./run-site.ts";

export type Fields = Record<string, string>;
/** How a form is submitted: by the browser or by the page's scripts. */
export type Way = "without scripts" | "with scripts";
type Form = { action: string; fields: Fields };

/** Returns a browser of a running site that keeps its cookies. */
export function newBrowser(site: Pick<Site, "port"> & { from?: string }, way: Way) {
  const jar: CookieJar = new Map();
  const visitor = newVisitor();
  const headers = () => (jar.size > 0 ? { ...visitor, Cookie: cookieHeader(jar) ?? "" } : visitor);

  async function open(path: string): Promise<Reply> {
    const response = await httpRequest(site, path, { headers: headers() });
    take(response);
    return response;
  }

  /** Returns the form of a page from its HTML. */
  async function formOn(path: string, id: string): Promise<Form> {
    const { text } = await open(path);
    const [, tag = "", inside] = new RegExp(`<form([^>]*id="${id}-form"[^>]*)>([\\s\\S]*?)</form>`).exec(text) ?? [];
    if (inside === undefined) throw new Error(`${path} has no form "${id}".`);
    return { action: attribute(tag, "action") ?? path, fields: fieldsIn(inside) };
  }

  /** Submits a form. Its cookies are stored by `take` only: the response may be lost. */
  function send({ action, fields }: Form): Promise<Reply> {
    return postForm(site, way === "with scripts" ? dataPath(action) : action, fields, headers());
  }

  function take({ headers: { "set-cookie": cookies = [] } }: Reply): void {
    for (const cookie of cookies) storeCookie(jar, cookie);
  }

  return { open, formOn, send, take, way };
}

export type SiteBrowser = ReturnType<typeof newBrowser>;

/** Returns the target of a redirect, or undefined if the response is none. */
export function redirectTarget({ status, headers, text }: Reply): string | undefined {
  if (status === 303) return headers.location;
  return status === 202 ? /"redirect","([^"]+)"/.exec(text)?.[1] : undefined;
}

/** Returns the URL of Remix's data request (single fetch). */
function dataPath(action: string): string {
  const [path = "", query] = action.split("?");
  return `${path}.data${query === undefined ? "" : `?${query}`}`;
}

function fieldsIn(html: string): Fields {
  const inputs = [...html.matchAll(/<input([^>]*)>/g)].map(([, tag = ""]) => tag);
  const sent = inputs.filter((tag) => !/type="(?:radio|checkbox)"/.test(tag) || /\schecked/.test(tag));
  const fields = sent.map((tag) => [attribute(tag, "name"), attribute(tag, "value") ?? ""]);
  const selects = [...html.matchAll(/<select([^>]*)>([\s\S]*?)<\/select>/g)].map(([, tag = "", options = ""]) => [
    attribute(tag, "name"),
    attribute(/<option([^>]*selected[^>]*)>/.exec(options)?.[1] ?? "", "value") ?? "",
  ]);
  const areas = [...html.matchAll(/<textarea([^>]*)>([\s\S]*?)<\/textarea>/g)].map(([, tag = "", text = ""]) => [
    attribute(tag, "name"),
    plain(text),
  ]);
  return Object.fromEntries([...fields, ...selects, ...areas].filter(([name]) => name !== undefined));
}

function attribute(tag: string, name: string): string | undefined {
  const [, value] = new RegExp(`\\s${name}="([^"]*)"`).exec(tag) ?? [];
  return value === undefined ? undefined : plain(value);
}

function plain(html: string): string {
  return html
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&amp;/g, "&");
}
