import type { IncomingMessage } from "node:http";
import { MAX_UPLOAD_BYTES, mostFields, takesFile } from "#app/model/upload.ts";
import { readUpload } from "./read-upload.server.ts";
import { replayRequest } from "./replay-request.server.ts";

const BODY_LIMIT = 64 * 1024;
/** Read on past the limit this far: a browser whose upload is cut sees a broken connection, not our page. */
const DRAIN_LIMIT = 1024 * 1024;
/** How much longer a form with a file may take to arrive. */
const UPLOAD_PATIENCE = 6;
const FORM = "application/x-www-form-urlencoded";
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;
const UPLOAD_TYPE = /^multipart\/form-data\s*;/i;

type Refused = { ok: false; status: 400 | 408 | 413 | 415 };
export type Body = { ok: true; request: IncomingMessage } | Refused;

/**
 * Reads a form body whole and hands the request on with it; a form with a file, where one may come, is handed on as a plain
 * form. Takes the request and how long the body may take to arrive (ms); gives back a request that can be read anew, or the
 * status to refuse with: 408 too slow, 413 over 64 KB (576 KB where a file may come) or over 100 fields (1,100 where records are selected), 415 not a form,
 * 400 cut off or not UTF-8.
 */
export async function readBody(req: IncomingMessage, deadline: number): Promise<Body> {
  const type = req.headers["content-type"] ?? "";
  const mayHaveFile = takesFile(req.url ?? "");
  const isUpload = mayHaveFile && UPLOAD_TYPE.test(type);
  if (!isUpload && !FORM_TYPE.test(type)) return { ok: false, status: 415 };
  const limits = mayHaveFile
    ? { bytes: MAX_UPLOAD_BYTES, deadline: deadline * UPLOAD_PATIENCE }
    : { bytes: BODY_LIMIT, deadline };
  const sent = await collect(req, limits);
  if (!Buffer.isBuffer(sent)) return sent;
  const body = isUpload ? await readUpload(sent, type) : sent;
  const status = body ? judge(body, mostFields(req.url ?? "")) : 400;
  if (!body || status) return { ok: false, status: status ?? 400 };
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
