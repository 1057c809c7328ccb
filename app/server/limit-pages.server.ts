import type { ServerResponse } from "node:http";
import type { RequestHandler, Response } from "express";
import { takePage } from "#app/work/limits.server.ts";

/**
 * Turns away whoever has far more pages drawn than people look at, in a few sentences that cost nothing to make. What a form
 * sends has limits of its own, which keep what was typed; a picture has a queue. (docs/product.md, "Limits".)
 */
export function limitPages(addressOf: (res: ServerResponse) => string | undefined): RequestHandler {
  return (req, res, next) => {
    const address = addressOf(res);
    if (req.method === "POST" || req.path === "/images" || address === undefined) return next();
    takePage(address)
      .then((limit) => (limit.ok ? next() : turnAway(res, limit.retryAfterSeconds)))
      .catch(next);
  };
}

function turnAway(res: Response, seconds: number): void {
  res.set({ "Retry-After": String(seconds), "Cache-Control": "private, no-store" });
  res
    .status(429)
    .type("html")
    .send(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Too many pages at once</title>
<h1>Too many pages at once</h1>
<p>A great many pages were asked for from your network within a few seconds. Please wait ${seconds} seconds, then load this page again.</p>
`);
}
