import type { IncomingMessage, ServerResponse } from "node:http";
import { countPage } from "#app/platform/abuse/limits.server.ts";
import { pathOf } from "./request-facts.server.ts";
import { staticPage } from "./static-page.server.ts";

/** `rejectedStatus`: the status with which the server rejected the request. With 429, Retry-After is already set. */
type Visit = { address: string; rejectedStatus?: number };

/**
 * Sends a short static page with 429 if a client requests too many pages, or the guard rejected a form with 429. Returns
 * whether it sent one. Forms have their own limits, which keep the user's input; pictures have a queue. Source:
 * docs/product/limits-and-outages.md, "Limits".
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

type LimitPage = { title: string; text: (seconds: number) => string; canRetry: boolean; cache: string };

const PAGES: LimitPage = {
  title: "Too many pages",
  text: (seconds) =>
    `Your network opened too many pages in a few seconds. Please wait ${seconds} seconds, then try again.`,
  canRetry: true,
  cache: "private, no-store",
};

const FORMS: LimitPage = {
  title: "Too many forms",
  text: (seconds) =>
    `Your network sent too many forms in a minute. Go back: your text is still there. Please wait ${seconds} seconds, then send it again.`,
  canRetry: false,
  // With no-store, Back would show an empty form.
  cache: "private, no-cache",
};

function sendLimitPage(res: ServerResponse, { text, cache, ...page }: LimitPage, seconds: number): void {
  const { body, headers } = staticPage({ ...page, text: text(seconds) });
  res.writeHead(429, {
    ...headers,
    "Content-Length": body.length,
    "Retry-After": String(seconds),
    "Cache-Control": cache,
  });
  res.end(body);
}
