import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { httpRequest } from "../request.ts";
import { makeFolder, REAL, runSite } from "../run-site.ts";
import { site } from "./site.ts";

const CLIENT = "build/client";
const asset = `/assets/${readdirSync(`${CLIENT}/assets`).find((name) => /^entry\.client-.*\.js$/.test(name))}`;
const plain = readFileSync(`${CLIENT}${asset}`);

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  httpRequest(site, path, { method, headers });

test.each([
  ["br, gzip", "br", brotliDecompressSync],
  ["gzip", "gzip", gunzipSync],
  ["", undefined, (body: Buffer) => body],
])(
  "a hashed file requested with '%s' is sent as %s, byte for byte, and immutable",
  async (accepted, encoding, unpack) => {
    const reply = await get(asset, { "Accept-Encoding": accepted });
    expect(reply.status).toBe(200);
    expect(reply.headers["content-encoding"]).toBe(encoding);
    expect(unpack(reply.body).equals(plain)).toBe(true);
    expect(reply.headers).toMatchObject({
      "content-type": expect.stringMatching(/^text\/javascript/),
      "content-length": String(reply.body.length),
      "cache-control": "public, max-age=31536000, immutable",
      vary: "Accept-Encoding",
      "x-content-type-options": "nosniff",
    });
    expect(reply.headers["set-cookie"]).toBeUndefined();
  },
);

test("a file without a hash is revalidated each time, with a 304 if unchanged", async () => {
  const { headers } = await get("/favicon.svg");
  expect(headers).toMatchObject({ "cache-control": "no-cache", "content-type": "image/svg+xml" });
  for (const path of ["/favicon.svg", asset]) {
    const known = String((await get(path)).headers.etag);
    const same = await get(path, { "If-None-Match": known });
    expect([same.status, same.body.length]).toEqual([304, 0]);
    expect((await get(path, { "If-None-Match": '"another"' })).status).toBe(200);
  }
});

test("HEAD returns the headers of GET without a body", async () => {
  for (const path of [asset, "/favicon.svg"]) {
    const [head, whole] = [await get(path, {}, "HEAD"), await get(path)];
    expect([head.status, head.body.length]).toEqual([200, 0]);
    for (const name of ["content-length", "content-type", "etag", "cache-control"]) {
      expect(head.headers[name]).toBe(whole.headers[name]);
    }
  }
});

test.each(["bytes=2-11", "bytes=9-1", "bytes=-5", "bytes=0-0,5-9", "lines=1-2", `bytes=9-${"9".repeat(30)}`])(
  "a Range request for '%s' gets the whole file",
  async (range) => {
    const reply = await get(asset, { Range: range });
    expect([reply.status, reply.body.equals(plain)]).toEqual([200, true]);
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
  await other.said('"event":"file not read"');
});

test.each([
  "/assets/entry.client-OLD00000.js",
  "/assets/",
  "/assets",
  "/assets/none.css.br",
  "/%2e%2e/package.json",
  "/assets/%2e%2e/%2e%2e/server/start.js",
  "/assets/..%2f..%2fserver%2fstart.js",
  "/.vite/manifest.json",
  "/.env",
])("%s, which is not a file of the site, is a 404 that is not cached", async (path) => {
  const reply = await get(path);
  expect(reply.status).toBe(404);
  expect(reply.headers["cache-control"]).toBe("private, no-cache");
  expect(reply.text).toContain("Not Found");
});
