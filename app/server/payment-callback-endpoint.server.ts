import type { IncomingMessage, ServerResponse } from "node:http";
import { callbackTarget, receiveCallback } from "#app/payments/receive-callback.server.ts";
import { countRequest } from "#app/platform/abuse/limits.server.ts";
import { readBytes } from "./read-body.server.ts";

const MAX_BYTES = 16 * 1024;
const PATH = /^\/pay\/[kc]\//;

/** Returns whether a URL is one to which M-PESA posts callbacks, or a guess of such a URL with a wrong secret. */
export function isPaymentCallback({ url = "" }: IncomingMessage): boolean {
  return PATH.test(url);
}

/**
 * Answers a callback of M-PESA: stores its JSON body of at most 16 KB, read within 3 seconds, and sends 200. The payment run
 * processes it later. A path without our secret gets an empty 404 and counts towards the limit of its client address; a path
 * with the secret does not count. No reply has a cookie or a page. Source: docs/product/payments.md, "Payments".
 */
export async function answerPaymentCallback(req: IncomingMessage, res: ServerResponse, address: string): Promise<void> {
  const target = req.method === "POST" ? callbackTarget(req.url ?? "") : undefined;
  if (!target) {
    const limit = await countRequest(address);
    req.resume();
    return send(res, limit.ok ? 404 : 429);
  }
  const raw = await readBytes(req, { bytes: MAX_BYTES, deadline: "callbackBody" });
  if (!Buffer.isBuffer(raw)) return send(res, raw.status);
  if (target.kind === "validation") return send(res, 200, { ResultCode: "0", ResultDesc: "Accepted" });
  const status = await receiveCallback(target, parse(raw), address);
  return send(res, status, status === 200 ? { ResultCode: 0, ResultDesc: "Success" } : undefined);
}

function parse(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString("utf8"));
  } catch {
    return undefined;
  }
}

function send(res: ServerResponse, status: number, body?: object): void {
  res.writeHead(status, { "Cache-Control": "no-store", ...(body && { "Content-Type": "application/json" }) });
  res.end(body && JSON.stringify(body));
}
