import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { httpRequest, newVisitor, postForm, type Reply } from "../resilience/request.ts";
import type { Site } from "../resilience/run-site.ts";

/** Scripts that the browser runs: inline ones of no type, or a module; those with a source are downloads. */
const INLINE = /<script(?![^>]* (?:type|src)=)[^>]*>([\s\S]*?)<\/script>/g;
const DOWNLOAD = /<script[^>]* src=|<script[^>]* type="module"|<link[^>]* rel="(?:modulepreload|preload|stylesheet)"/g;
const AFTER_INTENT = /<script type="text\/remix-module"[^>]*>([\s\S]*?)<\/script>/;

/**
 * A page as a browser first gets it: bytes of the body on the wire, and of the code in its inline scripts with brotli. One
 * that sends whoever asks to sign in is weighed as the sandbox's first customer gets it.
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

/** One session for all pages of a site. */
function sessionOn(site: Site) {
  const known = sessions.get(site.port) ?? signedIn(site);
  sessions.set(site.port, known);
  return known;
}

/** Signs the sandbox's first customer in, as a browser without scripts does. Gives back the header that says so. */
export async function signedIn(site: Site): Promise<{ Cookie: string }> {
  const visitor = newVisitor();
  const form = await httpRequest(site, "/login", { headers: visitor });
  const [, stamp = ""] = /id="sign-in-form"[\s\S]*?name="stamp" value="([^"]+)"/.exec(form.text) ?? [];
  const fields = { email: "customer@example.co.ke", password: "sandbox-password", website_2: "", stamp, cookies: "on" };
  const { headers, status } = await postForm(site, "/login", fields, visitor);
  if (status !== 303) throw new Error(`Signing in answered ${status}.`);
  const session = (headers["set-cookie"] ?? []).filter((cookie) => cookie.startsWith("sb-"));
  return { Cookie: session.map((cookie) => cookie.split(";", 1)[0]).join("; ") };
}

/** What a module's text downloads, with all that it imports in turn: bytes on the wire by path. */
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

/** A file of the browser, which most pages share: asked for once. */
function weighFile(site: Site, path: string): Promise<Weighed> {
  const known = weighed.get(path) ?? httpRequest(site, path, { headers: { "Accept-Encoding": "br" } }).then(weigh);
  weighed.set(path, known);
  return known;

  function weigh({ status, body, headers }: Reply): Weighed {
    if (status !== 200) throw new Error(`${path} answered ${status}.`);
    if (headers["content-encoding"] !== "br") throw new Error(`${path} was not sent with brotli.`);
    return { bytes: body.length, imports: importsIn(brotliDecompressSync(body).toString()) };
  }
}

/** Files that a module names. The manifest names every route's, and imports none: so it is asked for imports alone. */
function assetsIn(module: string): string[] {
  return [...module.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, path = ""]) => path);
}

function importsIn(code: string): string[] {
  return [...code.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([\w.-]+\.js)"/g)].map(([, name]) => `/assets/${name}`);
}
