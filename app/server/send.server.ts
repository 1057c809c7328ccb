import type { IncomingMessage, ServerResponse } from "node:http";
import { constants } from "node:zlib";
import { isDraining } from "./draining.server.ts";
import { bestEncoding, compress } from "./encodings.server.ts";
import { pathOf } from "./path-of.server.ts";
import { isPersonal } from "./personal-request.server.ts";

type Reply = { status: number; headers: Iterable<[name: string, value: string]>; body: Buffer | undefined };

/** Below this a reply is one packet either way. */
const WORTH_COMPRESSING = 1024;
/** What our routes give that gets smaller. */
const COMPRESSIBLE = /^text\/|^application\/(?:json|xml)\b|\+(?:json|xml)\b/;
/** For a page that is drawn for one visitor. A window of 256 KB holds the longest with its data, and takes half the time to prepare of the usual 4 MB. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 };

/** For so long, and then some, a provider that is down is left alone (docs/product.md, "When a provider fails"). */
const RETRY_SECONDS = "30";

/**
 * Sends a reply whole, compressed where that pays. A header replaces one that stands there already, but cookies come
 * together. Throws where a header has what no header may have; nothing is sent then.
 */
export async function send(req: IncomingMessage, res: ServerResponse, { status, headers, body }: Reply): Promise<void> {
  for (const [name, value] of headers) {
    if (name === "set-cookie") res.appendHeader(name, value);
    else res.setHeader(name, value);
  }
  const bytes = body && (await encoded(req, res, body));
  // The visitor may have gone while it was made.
  if (res.destroyed) return;
  if (bytes) res.setHeader("Content-Length", bytes.length);
  haveLastWord(req, res, status);
  res.statusCode = status;
  res.end(bytes);
}

async function encoded(req: IncomingMessage, res: ServerResponse, body: Buffer): Promise<Buffer> {
  if (!COMPRESSIBLE.test(String(res.getHeader("Content-Type")))) return body;
  res.appendHeader("Vary", "Accept-Encoding");
  const encoding = body.length < WORTH_COMPRESSING ? "identity" : bestEncoding(req.headers["accept-encoding"]);
  if (encoding === "identity") return body;
  const bytes = await (encoding === "br" ? compress.br(body, { params: BROTLI }) : compress.gzip(body));
  res.setHeader("Content-Encoding", encoding);
  return bytes;
}

/**
 * The last word on Cache-Control, and on when to come back after an outage. A route's headers also go on its data reply, so a
 * reply that knows somebody could leave as shareable: this is where that can't happen.
 */
function haveLastWord(req: IncomingMessage, res: ServerResponse, status: number): void {
  const isData = pathOf(req).endsWith(".data");
  // A picture is the same for everybody, or somebody who is signed in would fetch each one again on every page.
  const isPicture = String(res.getHeader("Content-Type")).startsWith("image/");
  const knowsSomebody = (!isPicture && (isData || isPersonal(req))) || res.hasHeader("Set-Cookie");
  const isForSharing = status === 200 || (status === 304 && isPicture);
  if (knowsSomebody || !isForSharing || !res.hasHeader("Cache-Control")) {
    // Somebody's page leaves no trace. A form given back to nobody in particular may be found again by Back: with
    // no-store the browser asks to send it anew, and what was typed is gone.
    res.setHeader("Cache-Control", knowsSomebody ? "private, no-store" : "private, no-cache");
    res.removeHeader("No-Vary-Search");
  }
  if (status === 503 && !res.hasHeader("Retry-After")) res.setHeader("Retry-After", RETRY_SECONDS);
  // Also for a request that was under way when the process was told to stop.
  if (isDraining()) res.setHeader("Connection", "close");
}
