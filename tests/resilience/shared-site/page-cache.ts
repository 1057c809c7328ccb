import { setTimeout as wait } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { contactFields, httpRequest, postForm, type Reply } from "../request.ts";
import { site } from "./site.ts";

// A test about an uncached page uses a page that no other test requests.
const get = (path: string, headers: Record<string, string> = {}) => httpRequest(site, path, { headers });

/** Returns whether a response came from the cache: only those have an ETag. */
const isKept = ({ headers }: Reply) => headers.etag !== undefined;

/** Requests a page until it comes from the cache, which stores it just after it was sent. */
async function keptReply(path: string, headers: Record<string, string> = {}): Promise<Reply> {
  for (;;) {
    const reply = await get(path, headers);
    if (isKept(reply)) return reply;
    await wait(10);
  }
}

test("a public page is rendered once and then served from the cache, in each encoding, with its original headers", async () => {
  const drawn = await get("/", { Host: "evil.example", "X-Forwarded-Host": "evil.example" });
  expect([drawn.status, isKept(drawn)]).toEqual([200, false]);
  const kept = await keptReply("/");
  expect(kept.text).toBe(drawn.text);
  expect(kept.text).not.toContain("evil.example");
  const { etag, "content-length": _size, ...rest } = kept.headers;
  expect(rest).toMatchObject({ "cache-control": "public, max-age=0", vary: "Accept-Encoding, Cookie" });
  for (const name of ["content-security-policy", "strict-transport-security", "x-frame-options", "content-type"]) {
    expect(rest[name], name).toBe(drawn.headers[name]);
    expect(rest[name], name).toBeDefined();
  }
  const [br, gzip] = [await get("/", { "Accept-Encoding": "gzip, br" }), await get("/", { "Accept-Encoding": "gzip" })];
  expect(brotliDecompressSync(br.body).toString()).toBe(drawn.text);
  expect(gunzipSync(gzip.body).toString()).toBe(drawn.text);
  expect(new Set([etag, br.headers.etag, gzip.headers.etag]).size).toBe(3);
});

test("a conditional request gets a 304, and HEAD only the headers", async () => {
  const { headers } = await keptReply("/contact");
  const same = await get("/contact", { "If-None-Match": String(headers.etag) });
  expect([same.status, same.body.length, same.headers.etag]).toEqual([304, 0, headers.etag]);
  expect((await get("/contact", { "If-None-Match": '"another"' })).status).toBe(200);
  const head = await httpRequest(site, "/contact", { method: "HEAD" });
  expect([head.status, head.body.length, head.headers["content-length"]]).toEqual([200, 0, headers["content-length"]]);
});

test("a request with a session is never served from the cache, nor is its page cached", async () => {
  const personal: Record<string, string>[] = [
    { Cookie: "a=1; __Host-sb-auth-token=base64-x" },
    { Cookie: "__Host-sb-auth-token.0=base64-x; __Host-sb-auth-token.1=y" },
    { Cookie: "__Host-flash=x" },
    { Authorization: "Bearer x" },
  ];
  for (const headers of personal) expect(isKept(await get("/privacy", headers))).toBe(false);
  await wait(50);
  expect(isKept(await get("/privacy"))).toBe(false);
  await keptReply("/privacy");
  for (const headers of personal) {
    const reply = await get("/privacy", headers);
    expect([reply.status, isKept(reply), reply.headers["cache-control"]]).toEqual([200, false, "private, no-store"]);
    expect(reply.headers["no-vary-search"]).toBeUndefined();
  }
  for (const Cookie of ["theme=dark", "__Host-sb-auth-token-code-verifier=x"]) {
    expect(isKept(await get("/privacy", { Cookie })), Cookie).toBe(true);
  }
});

test("an unknown parameter is not part of the cache key", async () => {
  for (let count = 0; count < 5; count++) {
    expect(isKept(await get("/domains?utm_source=x"))).toBe(false);
    await wait(20);
  }
  const bare = await keptReply("/domains");
  const tagged = await get("/domains?utm_source=x&fbclid=y");
  expect([tagged.headers.etag, tagged.text]).toEqual([bare.headers.etag, bare.text]);
});

test("private pages and other responses are never cached", async () => {
  const paths = { "/domains?q=": 200, "/contact?domain=njeri.com": 200, "/nothing-here": 404, "/refused": 404 };
  const data = { "/_root.data": 200, "/contact.data": 200, "/nothing-here.data": 404 };
  for (const page of ["/", "/domains", "/contact"]) await keptReply(page);
  for (const [path, status] of Object.entries({ ...paths, ...data })) {
    for (let count = 0; count < 3; count++) {
      const { headers, ...reply } = await get(path);
      expect([path, reply.status, headers.etag, headers["cache-control"]]).toEqual([
        path,
        status,
        undefined,
        path.endsWith(".data") ? "private, no-store" : "private, no-cache",
      ]);
      await wait(20);
    }
  }
});

test("the flash message after a submission is shown to its visitor once, and never cached", async () => {
  await keptReply("/contact");
  const sent = await postForm(site, "/contact", contactFields({ name: "" }));
  expect([sent.status, sent.headers["cache-control"]]).toEqual([400, "private, no-cache"]);
  const shown = await get("/contact", { Cookie: "__Host-flash=forged" });
  expect(shown.headers["set-cookie"]?.[0]).toMatch(/^__Host-flash=.*Max-Age=0/);
  expect(shown.headers["cache-control"]).toBe("private, no-store");
  const next = await get("/contact");
  expect([isKept(next), next.headers["set-cookie"]]).toEqual([true, undefined]);
});
