// One real site for tests that need none of their own. Its messages go to the mocks' outbox; it has no other services.
import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { outbox } from "#mocks/outbox.ts";
import { serveMocks } from "#mocks/serve.ts";
import { contactFields, httpRequest, postForm, type Reply } from "./request.ts";
import { makeFolder, REAL, runSite, type Site } from "./run-site.ts";

let site: Site;
beforeAll(async () => {
  const { port } = await serveMocks({ port: 0, dataDir: await makeFolder() });
  site = await runSite("real", { ...REAL, CONTACT_URL: `http://127.0.0.1:${port}/contact`, LOG_LEVEL: "warn" });
});

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  httpRequest(site, path, { method, headers });

// app/server/page-cache.server.test.ts tests the cache itself. Here each test uses a page that no earlier test has requested.
describe("the page cache", () => {
  /** Returns whether a response came from the cache: only those have an ETag. */
  const isCached = ({ headers }: Reply) => headers.etag !== undefined;

  /** Requests a page until it comes from the cache, which stores it just after it was sent. */
  async function cachedReply(path: string): Promise<Reply> {
    for (;;) {
      const response = await get(path);
      if (isCached(response)) return response;
      await wait(10);
    }
  }

  test("serves a public page that was rendered once, in each encoding and with its original headers", async () => {
    const rendered = await get("/", { Host: "evil.example", "X-Forwarded-Host": "evil.example" });
    expect([rendered.status, isCached(rendered)]).toEqual([200, false]);
    const cached = await cachedReply("/");
    expect(cached.text).toBe(rendered.text);
    expect(cached.text).not.toContain("evil.example");
    const { etag, ...headers } = cached.headers;
    expect(headers).toMatchObject({ "cache-control": "public, max-age=0", vary: "Accept-Encoding, Cookie" });
    for (const name of ["content-security-policy", "strict-transport-security", "x-frame-options", "content-type"]) {
      expect(headers[name], name).toBe(rendered.headers[name]);
      expect(headers[name], name).toBeDefined();
    }
    const brotli = await get("/", { "Accept-Encoding": "gzip, br" });
    const gzip = await get("/", { "Accept-Encoding": "gzip" });
    expect(brotliDecompressSync(brotli.body).toString()).toBe(rendered.text);
    expect(gunzipSync(gzip.body).toString()).toBe(rendered.text);
    expect(new Set([etag, brotli.headers.etag, gzip.headers.etag]).size).toBe(3);
    expect(await get("/", { "If-None-Match": String(etag) })).toMatchObject({ status: 304, text: "" });
  });

  test("neither serves nor stores the page of a request with a session", async () => {
    const personal: Record<string, string>[] = [
      { Cookie: "a=1; __Host-sb-auth-token=base64-x" },
      { Cookie: "__Host-sb-auth-token.0=base64-x; __Host-sb-auth-token.1=y" },
      { Cookie: "__Host-flash=x" },
      { Authorization: "Bearer x" },
    ];
    for (const headers of personal) expect(isCached(await get("/privacy", headers))).toBe(false);
    await wait(50);
    expect(isCached(await get("/privacy"))).toBe(false);
    await cachedReply("/privacy");
    for (const headers of personal) {
      const response = await get("/privacy", headers);
      expect([response.status, isCached(response), response.headers["cache-control"]]).toEqual([
        200,
        false,
        "private, no-store",
      ]);
      expect(response.headers["no-vary-search"]).toBeUndefined();
    }
    for (const Cookie of ["theme=dark", "__Host-sb-auth-token-code-verifier=x"]) {
      expect(isCached(await get("/privacy", { Cookie })), Cookie).toBe(true);
    }
  });

  test("stores no private page, no data request and no failure", async () => {
    const pages = { "/domains?q=": 200, "/contact?domain=njeri.com": 200, "/nothing-here": 404, "/refused": 404 };
    const data = { "/_root.data": 200, "/contact.data": 200, "/nothing-here.data": 404 };
    for (const page of ["/", "/domains", "/contact"]) await cachedReply(page);
    for (const [path, status] of Object.entries({ ...pages, ...data })) {
      const cacheControl = path.endsWith(".data") ? "private, no-store" : "private, no-cache";
      for (let count = 0; count < 3; count++) {
        const { headers, ...response } = await get(path);
        expect([path, response.status, headers.etag, headers["cache-control"]]).toEqual([
          path,
          status,
          undefined,
          cacheControl,
        ]);
        await wait(20);
      }
    }
  });

  test("stores no page with a flash message, which its visitor sees once", async () => {
    await cachedReply("/contact");
    const rejected = await postForm(site, "/contact", contactFields({ name: "" }));
    expect([rejected.status, rejected.headers["cache-control"]]).toEqual([400, "private, no-cache"]);
    const shown = await get("/contact", { Cookie: "__Host-flash=forged" });
    expect(shown.headers["set-cookie"]?.[0]).toMatch(/^__Host-flash=.*Max-Age=0/);
    expect(shown.headers["cache-control"]).toBe("private, no-store");
    const next = await get("/contact");
    expect([isCached(next), next.headers["set-cookie"]]).toEqual([true, undefined]);
  });
});

describe("static files", () => {
  const CLIENT = "build/client";
  const asset = `/assets/${readdirSync(`${CLIENT}/assets`).find((name) => /^entry\.client-.*\.js$/.test(name))}`;
  const content = readFileSync(`${CLIENT}${asset}`);

  test.each([
    ["br, gzip", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
    ["", undefined, (body: Buffer) => body],
  ])("a hashed file requested with '%s' is sent as %s, complete and immutable", async (accepted, encoding, unpack) => {
    const { status, headers, body } = await get(asset, { "Accept-Encoding": accepted });
    expect([status, headers["content-encoding"], headers["set-cookie"]]).toEqual([200, encoding, undefined]);
    expect(unpack(body).equals(content)).toBe(true);
    expect(headers).toMatchObject({
      "content-type": expect.stringMatching(/^text\/javascript/),
      "content-length": String(body.length),
      "cache-control": "public, max-age=31536000, immutable",
      vary: "Accept-Encoding",
      "x-content-type-options": "nosniff",
    });
  });

  test.each([asset, "/favicon.svg"])("%s supports conditional requests and HEAD", async (file) => {
    const whole = await get(file);
    if (file !== asset) expect(whole.headers["cache-control"]).toBe("no-cache");
    expect(await get(file, { "If-None-Match": String(whole.headers.etag) })).toMatchObject({ status: 304, text: "" });
    expect((await get(file, { "If-None-Match": '"another"' })).status).toBe(200);
    const head = await get(file, {}, "HEAD");
    expect([head.status, head.body.length]).toEqual([200, 0]);
    for (const name of ["content-length", "content-type", "etag", "cache-control"]) {
      expect(head.headers[name]).toBe(whole.headers[name]);
    }
  });

  test.each(["bytes=2-11", "bytes=9-1", "bytes=-5", "bytes=0-0,5-9", "lines=1-2", `bytes=9-${"9".repeat(30)}`])(
    "a Range request for '%s' gets the whole file",
    async (range) => {
      const response = await get(asset, { Range: range });
      expect([response.status, response.body.equals(content)]).toEqual([200, true]);
    },
  );

  test("a file that a new build has deleted aborts one response, and nothing else", async () => {
    const folder = await makeFolder();
    cpSync(CLIENT, `${folder}/${CLIENT}`, { recursive: true });
    symlinkSync(path.resolve("build/server"), `${folder}/build/server`);
    const other = await runSite("real", { ...REAL, LOG_LEVEL: "error" }, folder);
    rmSync(`${folder}/${CLIENT}${asset}`);
    await expect(httpRequest(other, asset)).rejects.toThrow(/socket hang up|aborted/);
    expect((await httpRequest(other, "/")).status).toBe(200);
    await other.waitForOutput('"event":"file not read"');
  });

  test.each([
    "/assets/entry.client-OLD00000.js",
    "/assets/",
    "/assets/none.css.br",
    "/%2e%2e/package.json",
    "/assets/%2e%2e/%2e%2e/server/start.js",
    "/assets/..%2f..%2fserver%2fstart.js",
    "/.vite/manifest.json",
    "/.env",
  ])("%s is not a file of the site: the 404 page is not cached", async (path) => {
    const { status, headers, text } = await get(path);
    expect([status, headers["cache-control"]]).toEqual([404, "private, no-cache"]);
    expect(text).toContain("Not Found");
  });
});

// app/server/guard.server.test.ts has every combination of headers.
describe("requests from other sites", () => {
  const ORIGIN = REAL.PUBLIC_ORIGIN ?? "";
  const PATHS = ["/", "/contact", "/newsletter/one-click", "/nothing-here", "/login", "/_root.data", "/contact.data"];
  const ATTACKS: Record<string, string | undefined>[] = [
    { "Sec-Fetch-Site": "cross-site", Origin: ORIGIN },
    { "Sec-Fetch-Site": "same-site", Origin: "https://shop.example.co.ke" },
    { "Sec-Fetch-Site": undefined, Origin: "null", Host: "www.example.co.ke" },
    { "Sec-Fetch-Site": undefined, Origin: "https://evil.example", Host: "evil.example" },
    { "Sec-Fetch-Site": undefined, Origin: "https://evil.example", "X-Forwarded-Host": "evil.example" },
    { "Sec-Fetch-Site": undefined, Referer: "https://evil.example/www.example.co.ke" },
    { "Sec-Fetch-Site": undefined, Cookie: "__Host-sb-auth-token.0=base64-x" },
  ];
  beforeEach(() => outbox.clear());

  function expectPage({ status, headers, text }: Reply, expected: number, heading: string) {
    expect(status).toBe(expected);
    expect(text).toContain(`<h1>${heading}</h1>`);
    expect(text).toMatch(/<header[\s\S]*<footer[\s\S]*<\/html>/);
    expect(headers).toMatchObject({ "x-content-type-options": "nosniff" });
    expect(headers["cache-control"]).toMatch(/^private, no-(cache|store)$/);
  }

  test.each(PATHS)("a form that another site posts to %s gets a readable 403 and has no effect", async (path) => {
    for (const headers of ATTACKS) {
      expectPage(await postForm(site, path, contactFields(), headers), 403, "Not sent from this site");
    }
    expect(outbox.list()).toEqual([]);
  });

  test("a form of the site's own page is accepted, whatever its Host header says", async () => {
    const spoofed = { Host: "evil.example", "X-Forwarded-Host": "evil.example" };
    const response = await postForm(site, "/contact", contactFields(), spoofed);
    expect([response.status, response.headers.location]).toEqual([303, expect.stringMatching(/^\/contact\?sent=/)]);
    expect(response.headers["set-cookie"]?.[0]).toMatch(/^__Host-flash=.*HttpOnly; Secure; SameSite=Lax$/);
    const oldBrowser = { "Sec-Fetch-Site": undefined, Origin: ORIGIN, Host: "a.b" };
    expect((await postForm(site, "/contact", contactFields(), oldBrowser)).status).toBe(303);
    expect(outbox.list()).toHaveLength(2);
  });

  test.each(["PUT", "DELETE", "OPTIONS", "PATCH"])("%s gets a page that lists the allowed methods", async (method) => {
    for (const path of ["/", "/contact.data", "/nothing-here", "/assets/none.js"]) {
      const response = await get(path, { Origin: ORIGIN, "Content-Length": "0" }, method);
      expectPage(response, 405, "That does not work here");
      expect(response.headers.allow).toBe("GET, HEAD, POST");
    }
  });

  test("a page never repeats the Host header of a request", async () => {
    for (const path of PATHS) {
      const { text, headers } = await get(path, { Host: "evil.example", "X-Forwarded-Host": "evil.example" });
      expect(text + JSON.stringify(headers)).not.toContain("evil.example");
    }
  });
});
