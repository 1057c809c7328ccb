import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { httpRequest, newVisitor, postForm, type Reply } from "../resilience/request.ts";
import type { Site } from "../resilience/run-site.ts";

/** Inline scripts that the browser runs: those without a type and a source. */
const INLINE = /<script(?![^>]* (?:type|src)=)[^>]*>([\s\S]*?)<\/script>/g;
const DOWNLOAD = /<script[^>]* src=|<script[^>]* type="module"|<link[^>]* rel="(?:modulepreload|preload|stylesheet)"/g;
const AFTER_INTENT = /<script type="text\/remix-module"[^>]*>([\s\S]*?)<\/script>/;

/**
 * Requests a page with brotli. Returns the bytes of its body and of its inline scripts. A page that redirects to the sign-in
 * page is requested as the sandbox's first customer.
 */
export async function weighPage(site: Site, path: string) {
  const sent = { "Accept-Encoding": "br", ...newVisitor() };
  const anonymous = await httpRequest(site, path, { headers: sent });
  const isOwn = anonymous.status === 302;
  const { status, body, headers } = isOwn
    ? await httpRequest(site, path, { headers: { ...sent, ...(await sessionOn(site)) } })
    : anonymous;
  if (headers["content-encoding"] !== "br") throw new Error(`${path} was not sent with brotli.`);
  const html = brotliDecompressSync(body).toString();
  const inline = [...html.matchAll(INLINE)].map(([, text = ""]) => text).join("\n");
  return {
    path,
    status,
    html,
    htmlBytes: body.length,
    inlineBytes: inline === "" ? 0 : brotliCompressSync(inline).length,
    downloads: html.match(DOWNLOAD) ?? [],
    module: AFTER_INTENT.exec(html)?.[1] ?? "",
  };
}

const sessions = new Map<number, ReturnType<typeof signedIn>>();

/** Returns one session for all pages of a site. */
function sessionOn(site: Site) {
  const known = sessions.get(site.port) ?? signedIn(site);
  sessions.set(site.port, known);
  return known;
}

/** Signs the sandbox's first customer in without scripts. Returns the Cookie header. */
export async function signedIn(site: Site): Promise<{ Cookie: string }> {
  const visitor = newVisitor();
  const form = await httpRequest(site, "/login", { headers: visitor });
  const [, stamp = ""] = /id="sign-in-form"[\s\S]*?name="stamp" value="([^"]+)"/.exec(form.text) ?? [];
  const fields = { email: "customer@example.co.ke", password: "sandbox-password", website_2: "", stamp, cookies: "on" };
  const { headers, status } = await postForm(site, "/login", fields, visitor);
  if (status !== 303) throw new Error(`Signing in returned ${status}.`);
  const session = (headers["set-cookie"] ?? []).filter((cookie) => cookie.startsWith("sb-"));
  return { Cookie: session.map((cookie) => cookie.split(";", 1)[0]).join("; ") };
}

/** Returns the compressed bytes of each file that a module imports, directly or indirectly, by path. */
export async function weighModule(site: Site, module: string): Promise<Map<string, number>> {
  const files = new Map<string, number>();
  const open = assetsIn(module);
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (files.has(path)) continue;
    const { bytes, imports } = await weighFile(site, path);
    files.set(path, bytes);
    open.push(...imports);
  }
  return files;
}

type Weighed = { bytes: number; imports: string[] };
const weighed = new Map<string, Promise<Weighed>>();

/** Requests a script file once, since most pages share it. */
function weighFile(site: Site, path: string): Promise<Weighed> {
  const known = weighed.get(path) ?? httpRequest(site, path, { headers: { "Accept-Encoding": "br" } }).then(weigh);
  weighed.set(path, known);
  return known;

  function weigh({ status, body, headers }: Reply): Weighed {
    if (status !== 200) throw new Error(`${path} returned ${status}.`);
    if (headers["content-encoding"] !== "br") throw new Error(`${path} was not sent with brotli.`);
    return { bytes: body.length, imports: importsIn(brotliDecompressSync(body).toString()) };
  }
}

/**
 * Returns the script files in the text of a page's module. Of other files only imports count: the manifest names every route's
 * file.
 */
function assetsIn(module: string): string[] {
  return [...module.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, path = ""]) => path);
}

function importsIn(code: string): string[] {
  return [...code.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([\w.-]+\.js)"/g)].map(([, name]) => `/assets/${name}`);
}
