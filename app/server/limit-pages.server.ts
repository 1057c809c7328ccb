import type { IncomingMessage, ServerResponse } from "node:http";
import { countPage } from "#app/use-cases/limits.server.ts";
import { pathOf } from "./path-of.server.ts";

/** `refusedWith` is what the guard refused the request with; at 429 it has set Retry-After already. */
type Visit = { address: string; refusedWith?: number };

/**
 * Turns away whoever has far more pages drawn than people look at, or sent more forms than the guard takes, in a few sentences
 * that cost nothing to make; gives back whether it did. A form has limits of its own besides, which keep what was typed; a
 * picture has a queue. (docs/product.md, "Limits".)
 */
export async function sendLimitPageIfNeeded(
  req: IncomingMessage,
  res: ServerResponse,
  { address, refusedWith }: Visit,
): Promise<boolean> {
  if (refusedWith === 429) {
    sendLimitPage(res, FORMS, Number(res.getHeader("Retry-After")));
    return true;
  }
  if (req.method === "POST" || pathOf(req) === "/images") return false;
  const limit = await countPage(address);
  if (!limit.ok) sendLimitPage(res, PAGES, limit.retryAfterSeconds);
  return !limit.ok;
}

type Words = { title: string; text: (seconds: number) => string; cache: string };

const PAGES: Words = {
  title: "Too many pages at once",
  text: (seconds) =>
    `A great many pages were asked for from your network within a few seconds. Please wait ${seconds} seconds, then load this page again.`,
  cache: "private, no-store",
};

const FORMS: Words = {
  title: "Too many forms at once",
  text: (seconds) =>
    `A great many forms were sent from your network within a minute. Go back: your text is still there. Please wait ${seconds} seconds, then send it again.`,
  // With no-store Back would find an empty form.
  cache: "private, no-cache",
};

function sendLimitPage(res: ServerResponse, { title, text, cache }: Words, seconds: number): void {
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<h1>${title}</h1>
<p>${text(seconds)}</p>
`;
  res.writeHead(429, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Length": page.length,
    "Retry-After": String(seconds),
    "Cache-Control": cache,
  });
  res.end(page);
}
