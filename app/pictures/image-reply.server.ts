import { createHash } from "node:crypto";

type ImageReply = {
  bytes: Buffer;
  type: "image/webp" | "image/png";
  /** Seconds for which browsers need not revalidate. */
  maxAge: number;
  /** Request header that the image depends on. */
  vary?: string;
};

const DAY = 86_400;

/** Returns an image response, or 304 if the ETag matches. Source: RFC 9110, 13; RFC 5861. */
export function imageReply(request: Request, { bytes, type, maxAge, vary }: ImageReply): Response {
  const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
  const headers = new Headers({
    "Content-Type": type,
    ETag: etag,
    "Cache-Control": `public, max-age=${maxAge}, stale-while-revalidate=${7 * DAY}`,
  });
  if (vary) headers.set("Vary", vary);
  if (request.headers.get("If-None-Match")?.includes(etag)) return new Response(null, { status: 304, headers });
  headers.set("Content-Length", String(bytes.length));
  return new Response(new Uint8Array(bytes), { headers });
}

/** Returns an error response without a body, which must not be cached. */
export function noImage(status: number): Response {
  return new Response(null, { status, headers: status === 503 ? { "Retry-After": "5" } : {} });
}
