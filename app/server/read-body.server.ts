import type { IncomingMessage } from "node:http";
import { MAX_FORM_BYTES, MAX_UPLOAD_BYTES } from "#app/model/upload.ts";
import { mostFields, takesFile, takesParts } from "./body-limits.server.ts";
import { BODY_DEADLINE_MS, UPLOAD_DEADLINE_MS } from "./deadlines.server.ts";
import { isPersonal } from "./personal-request.server.ts";
import { readUpload } from "./read-upload.server.ts";
import { replayRequest } from "./replay-request.server.ts";

/** Read on past the limit this far: a browser whose upload is cut sees a broken connection, not our page. */
const DRAIN_LIMIT = 1024 * 1024;
const FORM = "application/x-www-form-urlencoded";
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;
const UPLOAD_TYPE = /^multipart\/form-data\s*;/i;

type Refused = { ok: false; status: 400 | 408 | 413 | 415 };
type Body = { ok: true; request: IncomingMessage } | Refused;

/**
 * Reads a form body whole and hands the request on with it; a form in parts, where one may come, is handed on as a plain
 * form. Takes the request; gives back a request that can be read anew, or the status to refuse with: 408 too slow (10 s, a
 * minute for a file), 413 over 64 KB (576 KB for a file) or over 100 fields (1,100 where records are selected), 415 not a
 * form, 400 cut off or not UTF-8. Only who has a session gets the room and the time for a file.
 */
export async function readBody(req: IncomingMessage): Promise<Body> {
  const { url = "" } = req;
  const type = req.headers["content-type"] ?? "";
  const isUpload = takesParts(url) && UPLOAD_TYPE.test(type);
  if (!isUpload && !FORM_TYPE.test(type)) return { ok: false, status: 415 };
  const limits =
    takesFile(url) && isPersonal(req)
      ? { bytes: MAX_UPLOAD_BYTES, deadline: UPLOAD_DEADLINE_MS }
      : { bytes: MAX_FORM_BYTES, deadline: BODY_DEADLINE_MS };
  const sent = await collect(req, limits);
  if (!Buffer.isBuffer(sent)) return sent;
  const body = isUpload ? readUpload(sent, type, mostFields(url)) : sent;
  if (!Buffer.isBuffer(body)) return { ok: false, status: body };
  const status = judge(body, mostFields(url));
  if (status) return { ok: false, status };
  return { ok: true, request: replayRequest(req, { body, ...(isUpload && { type: FORM }) }) };
}

function collect(req: IncomingMessage, limits: { bytes: number; deadline: number }): Promise<Buffer | Refused> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = (result: Buffer | Refused) => {
      clearTimeout(timer);
      req.removeAllListeners("data");
      resolve(result);
    };
    const timer = setTimeout(() => stop({ ok: false, status: 408 }), limits.deadline);
    req.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limits.bytes) chunks.push(chunk);
      if (size > DRAIN_LIMIT) stop({ ok: false, status: 413 });
    });
    req.on("end", () => stop(size > limits.bytes ? { ok: false, status: 413 } : Buffer.concat(chunks)));
    req.on("error", () => stop({ ok: false, status: 400 }));
  });
}

function judge(body: Buffer, fields: number): 400 | 413 | undefined {
  if (body.toString("latin1").split("&").length > fields) return 413;
  try {
    // A form's text is UTF-8, percent-encoded; anything else was not made by one of our forms.
    decodeURIComponent(new TextDecoder("utf-8", { fatal: true }).decode(body));
    return undefined;
  } catch {
    return 400;
  }
}
