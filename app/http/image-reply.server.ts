import { createHash } from "node:crypto";

type ImageReply = {
  bytes: Buffer;
  type: "image/webp" | "image/png";
  /** For how many seconds a browser need not ask again. */
  maxAge: number;
  /** Header of the request that the picture depends on. */
  vary?: string;
};

const DAY = 86_400;

/** A picture that is the same for everybody, or 304 for who has it already. (RFC 9110, 13; RFC 5861.) */
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

/** A picture that there is not: the status alone, for nobody to keep. */
export function noImage(status: number): Response {
  return new Response(null, { status, headers: status === 503 ? { "Retry-After": "5" } : {} });
}
