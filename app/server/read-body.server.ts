import { IncomingMessage } from "node:http";
import { MAX_FORM_BYTES, MAX_PICTURE_BYTES, MAX_UPLOAD_BYTES } from "#app/platform/http/request-limits.ts";
import { type DeadlineName, deadlineMs } from "#app/platform/upstream/deadlines.server.ts";
import { isPersonal } from "./request-facts.server.ts";
import { cutMiddle, readUpload } from "./upload.server.ts";

/** Bytes that are read beyond the limit: a browser whose upload is cut off would show a connection error, not our page. */
const DRAIN_LIMIT = 1024 * 1024;
/** The same for a form with a picture: photographs of phones are rarely larger. */
const PICTURE_DRAIN_LIMIT = 32 * 1024 * 1024;
const FORM = "application/x-www-form-urlencoded";
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;
const UPLOAD_TYPE = /^multipart\/form-data\s*;/i;

type Rejected = { ok: false; status: 400 | 408 | 413 | 415 };
type Body = { ok: true; form: Buffer; request: IncomingMessage } | Rejected;

/**
 * Reads a form's body and returns a request that can be read again, with a multipart form converted to URL-encoded. Otherwise
 * returns the status: 408 too slow (10 s, 60 s with a file), 413 over 64 KB (576 KB with a file, or with a text of the staff)
 * or over 100 fields (1,100 for selected records), 415 not a form, 400 truncated or not UTF-8. The limits for files require a
 * session. A form with a picture may have 5 MB more; of a larger one the fields are kept and the picture is left out, so that
 * nothing typed is lost.
 */
export async function readBody(req: IncomingMessage): Promise<Body> {
  const { url = "" } = req;
  const type = req.headers["content-type"] ?? "";
  const isUpload = acceptsMultipart(url) && UPLOAD_TYPE.test(type);
  if (!isUpload && !FORM_TYPE.test(type)) {
    await discardBody(req);
    return { ok: false, status: 415 };
  }
  const picture = isUpload && isPersonal(req) ? pictureUse(url) : undefined;
  let isCut = false;
  const raw = await readBytes(req, {
    ...bodyLimits(url, isPersonal(req), picture === "keep"),
    ...(picture && {
      onCut: () => {
        isCut = true;
      },
    }),
  });
  if (!Buffer.isBuffer(raw)) return raw;
  const body = isUpload ? readUpload(raw, type, { maxParts: maxFields(url), picture, isCut }) : raw;
  if (!Buffer.isBuffer(body)) return { ok: false, status: body };
  const status = bodyProblem(body, maxFields(url));
  if (status) return { ok: false, status };
  return { ok: true, form: body, request: replayRequest(req, { body, ...(isUpload && { type: FORM }) }) };
}

type Limits = { bytes: number; deadline: DeadlineName; onCut?: () => void };

function bodyLimits(url: string, hasSession: boolean, hasPicture: boolean): Limits {
  if (hasPicture) return { bytes: MAX_PICTURE_BYTES + MAX_UPLOAD_BYTES, deadline: "upload" };
  if (acceptsLongForm(url) && hasSession) return { bytes: MAX_UPLOAD_BYTES, deadline: "upload" };
  return { bytes: MAX_FORM_BYTES, deadline: "requestBody" };
}

/**
 * Reads a body of at most so many bytes within a deadline. Otherwise returns the status: 408, 413, or 400 truncated. If `onCut`
 * is given, a larger body is not rejected: its middle is left out.
 */
export function readBytes(req: IncomingMessage, { bytes, deadline, onCut }: Limits): Promise<Buffer | Rejected> {
  return new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let [size, kept] = [0, 0];
    const cut = () => {
      chunks = cutMiddle(chunks);
      kept = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    };
    const stop = (result: Buffer | Rejected) => {
      clearTimeout(timer);
      req.removeAllListeners("data");
      resolve(result);
    };
    const timer = setTimeout(() => stop({ ok: false, status: 408 }), deadlineMs(deadline));
    req.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= bytes || onCut) {
        chunks.push(chunk);
        kept += chunk.length;
      }
      if (kept > bytes + DRAIN_LIMIT) cut();
      if (size > (onCut ? PICTURE_DRAIN_LIMIT : DRAIN_LIMIT)) stop({ ok: false, status: 413 });
    });
    req.on("end", () => {
      if (size > bytes && onCut) {
        cut();
        onCut();
      }
      stop(size > bytes && !onCut ? { ok: false, status: 413 } : Buffer.concat(chunks));
    });
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

/** Forms that may have a file: the zone import, the import at the desk, and the sign-in page that keeps a form's input. */
const FILE_FORMS = [/^\/dashboard\/domains\/[^/]+\/dns\/import$/, /^\/desk\/import$/, /^\/login\/again$/];

/** Forms in which staff write long texts. */
const WRITING_FORMS = [/^\/desk\/(?:posts|projects|newsletter)\/[^/]+$/];

/** Forms with a picture. */
const PICTURE_FORMS = [/^\/desk\/(?:posts|projects)\/[^/]+$/];

/** The pages that keep the input of a form while its sender signs in or types a code. They cannot keep a picture. */
const KEEPING_FORMS = [/^\/login\/(?:again|step)$/];

/** Forms that may be multipart: also one-click unsubscribe, which mail providers send (RFC 8058, section 3.2). */
const MULTIPART_FORMS = [...FILE_FORMS, ...PICTURE_FORMS, ...KEEPING_FORMS, /^\/newsletter\/one-click$/];

/** Forms with a field for each record of a long zone, and the sign-in page that keeps their input. */
const LONG_FORMS = [/^\/dashboard\/domains\/[^/]+\/dns\/selection$/, /^\/login\/again$/];
const MAX_FIELDS = 100;
const MAX_FIELDS_LONG = 1100;

/**
 * Returns whether a form posted to a URL may have a file, or a text as long as one. `url` is a path with query; Remix's ending
 * `.data` is ignored.
 */
export function acceptsLongForm(url: string): boolean {
  return [...FILE_FORMS, ...WRITING_FORMS, ...KEEPING_FORMS].some((form) => form.test(pathOf(url)));
}

/** Returns whether a form posted to a URL may be multipart/form-data. `url` as in `acceptsLongForm`. */
export function acceptsMultipart(url: string): boolean {
  return MULTIPART_FORMS.some((form) => form.test(pathOf(url)));
}

/** Returns what is done with a picture in a form posted to a URL; undefined if the form has none. */
function pictureUse(url: string): "keep" | "drop" | undefined {
  if (PICTURE_FORMS.some((form) => form.test(pathOf(url)))) return "keep";
  return KEEPING_FORMS.some((form) => form.test(pathOf(url))) ? "drop" : undefined;
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
