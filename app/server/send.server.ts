import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import { isDraining } from "./draining.server.ts";
import { bestEncoding } from "./encodings.server.ts";
import { pathOf } from "./path-of.server.ts";
import { isPersonal } from "./personal-request.server.ts";

type Reply = { status: number; headers: Iterable<[name: string, value: string]>; body: Buffer | undefined };

/** Below this a reply is one packet either way. */
const WORTH_COMPRESSING = 1024;
/** Bytes that take some five milliseconds to compress: with more of them nobody else should have to wait meanwhile. */
const LONG_BODY = 128 * 1024;
/** What our routes give that gets smaller. */
const COMPRESSIBLE = /^text\/|^application\/(?:json|xml)\b|\+(?:json|xml)\b/;
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
  const type = String(res.getHeader("Content-Type"));
  const mayShrink = COMPRESSIBLE.test(type) && !res.hasHeader("Content-Encoding");
  if (mayShrink) res.appendHeader("Vary", "Accept-Encoding");
  const bytes = body && mayShrink ? await compressed(req, res, body) : body;
  if (bytes) res.setHeader("Content-Length", bytes.length);
  haveLastWord(req, res, status);
  res.statusCode = status;
  res.end(bytes);
}

const compress = {
  long: { br: promisify(brotliCompress), gzip: promisify(gzip) },
  short: { br: brotliCompressSync, gzip: gzipSync },
};

/** A page at once: to hand it to another thread and to wait for it takes longer than the half of compressing it. */
async function compressed(req: IncomingMessage, res: ServerResponse, body: Buffer): Promise<Buffer> {
  const encoding = body.length < WORTH_COMPRESSING ? "identity" : bestEncoding(req.headers["accept-encoding"]);
  if (encoding === "identity") return body;
  const { br, gzip } = compress[body.length > LONG_BODY ? "long" : "short"];
  const bytes = await (encoding === "br" ? br(body, { params: brotliFor(body.length) }) : gzip(body));
  res.setHeader("Content-Encoding", encoding);
  return bytes;
}

/** Of a body with so many bytes. A window that holds a page with its data takes less time to prepare than the usual 4 MB. */
function brotliFor(length: number) {
  return {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_LGWIN]: length > 65_536 ? 18 : 16,
    [constants.BROTLI_PARAM_SIZE_HINT]: length,
  };
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
