import { IncomingMessage } from "node:http";
import { getMultipartBoundary, MaxPartsExceededError, parseMultipart } from "@remix-run/multipart-parser";
import { MAX_FORM_BYTES, MAX_UPLOAD_BYTES } from "#app/platform/http/request-limits.ts";
import { type DeadlineName, deadlineMs } from "#app/platform/upstream/deadlines.server.ts";
import { isPersonal } from "./request-facts.server.ts";

/** Bytes that are read beyond the limit: a browser whose upload is cut off would show a connection error, not our page. */
const DRAIN_LIMIT = 1024 * 1024;
const FORM = "application/x-www-form-urlencoded";
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;
const UPLOAD_TYPE = /^multipart\/form-data\s*;/i;

type Rejected = { ok: false; status: 400 | 408 | 413 | 415 };
type Body = { ok: true; form: Buffer; request: IncomingMessage } | Rejected;

/**
 * Reads a form's body and returns a request that can be read again, with a multipart form converted to URL-encoded. Otherwise
 * returns the status: 408 too slow (10 s, 60 s with a file), 413 over 64 KB (576 KB with a file, or with a text of the staff)
 * or over 100 fields (1,100 for selected records), 415 not a form, 400 truncated or not UTF-8. The limits for files require a
 * session.
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
 * Reads a body that nobody wants, up to 1 MB. A server that responds and closes earlier resets the connection (RFC 9112,
 * section 9.6), and a client that is still sending may not read the response.
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

/** Forms that may have a file: the zone import, and the sign-in page that keeps a form's input. */
const FILE_FORMS = [/^\/dashboard\/domains\/[^/]+\/dns\/import$/, /^\/login\/again$/];

/** Forms in which staff write long texts. */
const WRITING_FORMS = [/^\/desk\/(?:posts|projects|newsletter)\/[^/]+$/];

/** Forms that may be multipart: also one-click unsubscribe, which mail providers send (RFC 8058, section 3.2). */
const MULTIPART_FORMS = [...FILE_FORMS, /^\/newsletter\/one-click$/];

/** Forms with a field for each record of a long zone, and the sign-in page that keeps their input. */
const LONG_FORMS = [/^\/dashboard\/domains\/[^/]+\/dns\/selection$/, /^\/login\/again$/];
const MAX_FIELDS = 100;
const MAX_FIELDS_LONG = 1100;

/**
 * Returns whether a form posted to a URL may have a file, or a text as long as one. `url` is a path with query; Remix's ending
 * `.data` is ignored.
 */
export function acceptsLongForm(url: string): boolean {
  return [...FILE_FORMS, ...WRITING_FORMS].some((form) => form.test(pathOf(url)));
}

/** Returns whether a form posted to a URL may be multipart/form-data. `url` as in `acceptsLongForm`. */
export function acceptsMultipart(url: string): boolean {
  return MULTIPART_FORMS.some((form) => form.test(pathOf(url)));
}

/** Returns how many fields a form posted to a URL may have. `url` as in `acceptsLongForm`. */
export function maxFields(url: string): number {
  return LONG_FORMS.some((form) => form.test(pathOf(url))) ? MAX_FIELDS_LONG : MAX_FIELDS;
}

function pathOf(url: string): string {
  const [path = ""] = url.split("?", 1);
  return path.replace(/\.data$/, "");
}

/**
 * Converts a multipart form (RFC 7578) to a URL-encoded one, in which a file is a field with its text, so that later code
 * handles one format only. Invalid UTF-8 becomes U+FFFD; the form's page reports it. Otherwise returns the status: 413 for more
 * than `maxParts` parts, 400 for an invalid form or more than one file.
 */
export function readUpload(body: Buffer, contentType: string, maxParts: number): Buffer | 400 | 413 {
  try {
    const boundary = getMultipartBoundary(contentType);
    if (boundary === null) return 400;
    const limits = { boundary, maxParts, maxFileSize: body.length, maxTotalSize: body.length };
    const parts = [...parseMultipart(body, limits)];
    if (parts.length === 0 || parts.filter(({ isFile }) => isFile).length > 1) return 400;
    const text = new TextDecoder();
    const fields = new URLSearchParams();
    for (const { name, bytes } of parts) {
      if (name === undefined) return 400;
      fields.append(name, text.decode(bytes));
    }
    return Buffer.from(fields.toString());
  } catch (error) {
    return error instanceof MaxPartsExceededError ? 413 : 400;
  }
}

/**
 * Returns a copy of a request that can be read again: with a body that was read before, or as a GET of another path. `type` is
 * the new Content-Type of a converted body.
 */
export function replayRequest(
  req: IncomingMessage,
  changes: { body?: Buffer; type?: string; method?: string; url?: string },
) {
  const copy = new IncomingMessage(req.socket);
  const { rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = req;
  const { method = req.method, url = req.url, body, type } = changes;
  const headers =
    type === undefined ? req.headers : { ...req.headers, "content-type": type, "content-length": String(body?.length) };
  Object.assign(copy, { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor });
  copy.complete = true;
  if (body !== undefined) copy.push(body);
  copy.push(null);
  return copy;
}
