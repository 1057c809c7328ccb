import type { IncomingMessage, ServerResponse } from "node:http";
import { takePage } from "#app/work/limits.server.ts";
import { pathOf } from "./path-of.server.ts";

/**
 * Turns away whoever has far more pages drawn than people look at, in a few sentences that cost nothing to make; gives back
 * whether it did. What a form sends has limits of its own, which keep what was typed; a picture has a queue. (docs/product.md, "Limits".)
 */
export async function turnedAway(req: IncomingMessage, res: ServerResponse, address: string): Promise<boolean> {
  if (req.method === "POST" || pathOf(req) === "/images") return false;
  const limit = await takePage(address);
  if (limit.ok) return false;
  const page = sayHowLong(limit.retryAfterSeconds);
  res.writeHead(429, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Length": page.length,
    "Retry-After": String(limit.retryAfterSeconds),
    "Cache-Control": "private, no-store",
  });
  res.end(page);
  return true;
}

const sayHowLong = (seconds: number) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Too many pages at once</title>
<h1>Too many pages at once</h1>
<p>A great many pages were asked for from your network within a few seconds. Please wait ${seconds} seconds, then load this page again.</p>
`;
