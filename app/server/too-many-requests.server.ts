import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "#app/env.server.ts";
import { brandFrom } from "#app/model/brand.ts";
import { countPage } from "#app/use-cases/limits.server.ts";
import { pathOf } from "./path-of.server.ts";

/** `rejectedStatus`: the status with which the server rejected the request. With 429, Retry-After is already set. */
type Visit = { address: string; rejectedStatus?: number };

/**
 * Sends a short static page with 429 if a client requests too many pages, or the guard rejected a form with 429. Returns whether
 * it sent one. Forms have their own limits, which keep the user's input; pictures have a queue. Source: docs/product.md, "Limits".
 */
export async function rejectAboveLimit(
  req: IncomingMessage,
  res: ServerResponse,
  { address, rejectedStatus }: Visit,
): Promise<boolean> {
  if (rejectedStatus === 429) {
    sendLimitPage(res, FORMS, Number(res.getHeader("Retry-After")));
    return true;
  }
  if (req.method === "POST" || pathOf(req) === "/images") return false;
  const limit = await countPage(address);
  if (!limit.ok) sendLimitPage(res, PAGES, limit.retryAfterSeconds);
  return !limit.ok;
}

type LimitPage = { title: string; text: (seconds: number) => string; cache: string };

const PAGES: LimitPage = {
  title: "Too many pages at once",
  text: (seconds) =>
    `Too many pages were opened from your network in a few seconds. Please wait ${seconds} seconds, then load this page again.`,
  cache: "private, no-store",
};

const FORMS: LimitPage = {
  title: "Too many forms at once",
  text: (seconds) =>
    `Too many forms were sent from your network in a minute. Go back: your text is still there. Please wait ${seconds} seconds, then send it again.`,
  // With no-store, Back would show an empty form.
  cache: "private, no-cache",
};

const { email, phone } = brandFrom(env.brand);
const HELP = `<p>Still stuck? ${phone === undefined ? "Write" : `Call ${phone}, or write`} to ${email}.</p>`;

function sendLimitPage(res: ServerResponse, { title, text, cache }: LimitPage, seconds: number): void {
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<h1>${title}</h1>
<p>${text(seconds)}</p>
${HELP}
`;
  res.writeHead(429, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Length": Buffer.byteLength(page),
    "Retry-After": String(seconds),
    "Cache-Control": cache,
  });
  res.end(page);
}
