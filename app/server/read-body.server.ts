import type { IncomingMessage } from "node:http";
import { MAX_FORM_BYTES, MAX_UPLOAD_BYTES } from "#app/platform/http/upload.ts";
import { type DeadlineName, deadlineMs } from "#app/platform/upstream/deadlines.server.ts";
import { acceptsLongForm, acceptsMultipart, maxFields } from "./body-limits.server.ts";
import { isPersonal } from "./personal-request.server.ts";
import { readUpload } from "./read-upload.server.ts";
import { replayRequest } from "./replay-request.server.ts";

/** Bytes that are read beyond the limit: a browser whose upload is cut off would show a connection error, not our page. */
const DRAIN_LIMIT = 1024 * 1024;
const FORM = "application/x-www-form-urlencoded";
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;
const UPLOAD_TYPE = /^multipart\/form-data\s*;/i;

type Rejected = { ok: false; status: 400 | 408 | 413 | 415 };
type Body = { ok: true; form: Buffer; request: IncomingMessage } | Rejected;

/**
 * Reads a form's body and returns a request that can be read again, with a multipart form converted to URL-encoded. Otherwise
 * returns the status: 408 too slow (10 s, 60 s with a file), 413 over 64 KB (576 KB with a file, or with a text of the staff) or over 100 fields (1,100 for
 * selected records), 415 not a form, 400 truncated or not UTF-8. The limits for files require a session.
 */
export async function readBody(req: IncomingMessage): Promise<Body> {
  const { url = "" } = req;
  const type = req.headers["content-type"] ?? "";
  const isUpload = acceptsMultipart(url) && UPLOAD_TYPE.test(type);
  if (!isUpload && !FORM_TYPE.test(type)) {
    await discardBody(req);
    return { ok: false, status: 415 };
  }
  const limits: { bytes: number; deadline: DeadlineName } =
    acceptsLongForm(url) && isPersonal(req)
      ? { bytes: MAX_UPLOAD_BYTES, deadline: "upload" }
      : { bytes: MAX_FORM_BYTES, deadline: "requestBody" };
  const raw = await readBytes(req, limits);
  if (!Buffer.isBuffer(raw)) return raw;
  const body = isUpload ? readUpload(raw, type, maxFields(url)) : raw;
  if (!Buffer.isBuffer(body)) return { ok: false, status: body };
  const status = bodyProblem(body, maxFields(url));
  if (status) return { ok: false, status };
  return { ok: true, form: body, request: replayRequest(req, { body, ...(isUpload && { type: FORM }) }) };
}

/** Reads a body of at most so many bytes within a deadline. Otherwise returns the status: 408, 413, or 400 truncated. */
export function readBytes(
  req: IncomingMessage,
  limits: { bytes: number; deadline: DeadlineName },
): Promise<Buffer | Rejected> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = (result: Buffer | Rejected) => {
      clearTimeout(timer);
      req.removeAllListeners("data");
      resolve(result);
    };
    const timer = setTimeout(() => stop({ ok: false, status: 408 }), deadlineMs(limits.deadline));
    req.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limits.bytes) chunks.push(chunk);
      if (size > DRAIN_LIMIT) stop({ ok: false, status: 413 });
    });
    req.on("end", () => stop(size > limits.bytes ? { ok: false, status: 413 } : Buffer.concat(chunks)));
    req.on("error", () => stop({ ok: false, status: 400 }));
  });
}

/**
 * Reads a body that nobody wants, up to 1 MB. A server that responds and closes earlier resets the connection (RFC 9112, section
 * 9.6), and a client that is still sending may not read the response.
 */
export async function discardBody(req: IncomingMessage): Promise<void> {
  await readBytes(req, { bytes: 0, deadline: "requestBody" });
}

function bodyProblem(body: Buffer, fields: number): 400 | 413 | undefined {
  if (body.toString("latin1").split("&").length > fields) return 413;
  try {
    // Our forms send percent-encoded UTF-8.
    decodeURIComponent(new TextDecoder("utf-8", { fatal: true }).decode(body));
    return undefined;
  } catch {
    return 400;
  }
}
