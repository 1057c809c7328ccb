import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import { isDraining } from "./graceful-shutdown.server.ts";
import { isPersonal, pathOf } from "./request-facts.server.ts";

type Reply = { status: number; headers: Iterable<[name: string, value: string]>; body: Buffer | undefined };

/** Bytes; a smaller response is one packet with and without compression. */
const WORTH_COMPRESSING = 1024;
/**
 * Bytes that take about 5 ms to compress. Longer bodies are compressed in another thread, so that other requests need not wait.
 */
const LONG_BODY = 128 * 1024;
/** Types of our responses that compress well. */
const COMPRESSIBLE = /^text\/|^application\/(?:json|xml)\b|\+(?:json|xml)\b/;
/**
 * The breaker pauses calls to a failing provider for about as long (docs/product/limits-and-outages.md, "When a provider
 * fails").
 */
const RETRY_SECONDS = "30";

/**
 * Sends a complete response, compressed where that makes it smaller. A header replaces one that is already set; cookies are
 * added. Throws when a header is invalid; nothing is sent then.
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
  setFinalHeaders(req, res, status);
  res.statusCode = status;
  res.end(bytes);
}

const compress = {
  long: { br: promisify(brotliCompress), gzip: promisify(gzip) },
  short: { br: brotliCompressSync, gzip: gzipSync },
};

/** Compresses a page synchronously: another thread costs more than half of the compression itself. */
async function compressed(req: IncomingMessage, res: ServerResponse, body: Buffer): Promise<Buffer> {
  const encoding = body.length < WORTH_COMPRESSING ? "identity" : bestEncoding(req.headers["accept-encoding"]);
  if (encoding === "identity") return body;
  const { br, gzip } = compress[body.length > LONG_BODY ? "long" : "short"];
  const bytes = await (encoding === "br" ? br(body, { params: brotliFor(body.length) }) : gzip(body));
  res.setHeader("Content-Encoding", encoding);
  return bytes;
}

/**
 * Brotli options for a body of `length` bytes. A window as small as a page takes less time to prepare than the default 4 MB.
 */
function brotliFor(length: number) {
  return {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_LGWIN]: length > 65_536 ? 18 : 16,
    [constants.BROTLI_PARAM_SIZE_HINT]: length,
  };
}

/**
 * Sets the final Cache-Control, Retry-After and Connection headers. A route's headers also apply to its data response, so a
 * personal response could be marked as shareable; here it is made private.
 */
function setFinalHeaders(req: IncomingMessage, res: ServerResponse, status: number): void {
  const isData = pathOf(req).endsWith(".data");
  // An image is the same for all visitors; else a signed-in customer would fetch each image again on every page.
  const isPicture = String(res.getHeader("Content-Type")).startsWith("image/");
  const isPersonalResponse = (!isPicture && (isData || isPersonal(req))) || res.hasHeader("Set-Cookie");
  const isForSharing = status === 200 || (status === 304 && isPicture);
  if (isPersonalResponse || !isForSharing || !res.hasHeader("Cache-Control")) {
    // Personal pages are not stored. A public form may be, so that Back restores its input: with no-store the browser would
    // ask to send it again and lose the input.
    res.setHeader("Cache-Control", isPersonalResponse ? "private, no-store" : "private, no-cache");
    res.removeHeader("No-Vary-Search");
  }
  if (status === 503 && !res.hasHeader("Retry-After")) res.setHeader("Retry-After", RETRY_SECONDS);
  // Also for a request that was under way when the process was told to stop.
  if (isDraining()) res.setHeader("Connection", "close");
}

export type Encoding = "br" | "gzip" | "identity";

/**
 * Returns the smallest encoding that an Accept-Encoding header accepts (RFC 9110, section 12.5.3). A client that rejects all
 * of them gets the page without encoding, which is more useful than an error.
 */
export function bestEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return "identity";
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted)) return "br";
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted) ? "gzip" : "identity";
}
