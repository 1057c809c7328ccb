import { request } from "undici";
import { failure, type Result, success } from "#app/platform/result.ts";
import { deadline } from "#app/platform/upstream/deadlines.server.ts";
import type { Connections } from "./connect.api.server.ts";

const MAX_BYTES = 5 * 1024 * 1024;

/** First bytes of the accepted formats. SVG is not accepted, because it can contain scripts. */
const BEGINNINGS = [/^\xff\xd8\xff/, /^\x89PNG\r\n.\n/, /^GIF8[79]a/, /^RIFF[\s\S]{4}WEBP/, /^[\s\S]{4}ftypavi[fs]/];

/**
 * Fetches an image of at most 5 MB. Redirects are not followed; the format is read from the bytes, not from the
 * Content-Type. Never throws. Fails with the host's status, 200 for no image or a too large one, 0 without a
 * response.
 */
export async function fetchImage(src: URL, { agent, mayAsk }: Connections): Promise<Result<Buffer>> {
  if (!mayAsk(src.hostname)) return failure(0, "not a public address");
  try {
    const { statusCode, headers, body } = await request(src, {
      dispatcher: agent,
      headers: { accept: "image/webp,image/avif,image/png,image/jpeg,image/gif", "accept-encoding": "identity" },
      signal: deadline("image"),
    });
    if (statusCode !== 200 || Number(headers["content-length"] ?? 0) > MAX_BYTES) {
      body.once("error", () => undefined).destroy();
      return failure(statusCode, statusCode === 200 ? "too large" : `status ${statusCode}`);
    }
    const bytes = await readAll(body);
    if (bytes === null) return failure(statusCode, "too large");
    return isOpened(bytes) ? success(bytes) : failure(statusCode, "not a picture");
  } catch (error) {
    return failure(0, reasonOf(error));
  }
}

/** Returns null if the body is over the limit; the rest is not read. */
async function readAll(body: AsyncIterable<Buffer>): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    // Leaving the loop closes the connection.
    if (size > MAX_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function isOpened(bytes: Buffer): boolean {
  const beginning = bytes.subarray(0, 16).toString("latin1");
  return BEGINNINGS.some((pattern) => pattern.test(beginning));
}

/** Returns the code of a network failure, not its message, which contains the address. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error ? String(error.code) : error.name;
}
