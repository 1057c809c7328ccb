import { once } from "node:events";
import { lutimes, mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import sirv from "sirv";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sendBytes } from "../../tests/resilience/request.ts";
import { previousReleaseAssets, saveReleaseAssets } from "./previous-release-assets.server.ts";

let root: string;
let kept: string;
let server: Server;
let port: number;
/** How many of the next reads of a release fail, as if it were removed meanwhile. */
let removed: number;

beforeEach(async () => {
  removed = 0;
  root = await mkdtemp(path.join(tmpdir(), "mtandao-kept-"));
  kept = path.join(root, "data", "releases");
  const serve = previousReleaseAssets(kept, (folder) => {
    const files = sirv(folder, { dev: true, extensions: [] });
    return (req, res, next) => {
      removed -= 1;
      if (removed >= 0) throw new Error("ENOENT");
      files(req, res, next);
    };
  });
  server = createServer((req, res) => serve(req, res, () => res.writeHead(404).end())).listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
});
afterEach(async () => {
  server.close();
  await rm(root, { recursive: true });
});

/** Saves a build of these files as a start of it did `age` seconds ago. */
async function start(names: string[], age = 0): Promise<void> {
  const build = path.join(root, `build of ${names[0]} to ${names.at(-1)}`);
  await mkdir(path.join(build, "assets"), { recursive: true });
  for (const name of names) await writeFile(path.join(build, "assets", name), name);
  const before: string[] = await readdir(kept).catch(() => []);
  await saveReleaseAssets(build, kept);
  const at = new Date(Date.now() - age * 1000);
  // The copy of a parallel start is hidden until it is complete, and then renamed.
  const isNew = (name: string) => !name.startsWith(".") && !before.includes(name);
  for (const name of (await readdir(kept)).filter(isNew)) await utimes(path.join(kept, name), at, at);
}

/** Returns the body of a file, or the status if it is not 200. */
async function get(name: string): Promise<string | number> {
  const response = await sendBytes({ port }, `GET /assets/${name} HTTP/1.0\r\nHost: site\r\n\r\n`);
  const [, status] = /^HTTP\/1.1 (\d+)/.exec(response) ?? [];
  return status === "200" ? response.slice(response.indexOf("\r\n\r\n") + 4) : Number(status);
}

test("serves the files of the two previous releases, and not those of a third", async () => {
  await start(["home-1.js"], 40);
  await start(["home-2.js", "same.css"], 30);
  await start(["home-3.js", "same.css"], 20);
  for (const name of ["home-1.js", "home-2.js", "same.css"]) expect(await get(name)).toBe(name);
  await start(["home-4.js"], 10);
  expect([await get("home-1.js"), await get("home-2.js")]).toEqual([404, "home-2.js"]);
});

test("keeps releases when the same build starts again, and counts a release as the newest when it starts again", async () => {
  await start(["home-1.js"], 40);
  await start(["home-2.js"], 30);
  await start(["home-3.js"], 20);
  for (let restart = 0; restart < 5; restart += 1) await start(["home-3.js"]);
  await start(["home-1.js"]);
  await start(["home-4.js"]);
  const found = ["home-1.js", "home-2.js", "home-3.js"].map(get);
  expect(await Promise.all(found)).toEqual(["home-1.js", 404, "home-3.js"]);
});

test("leaves one complete copy when processes start at the same time", async () => {
  const names = Array.from({ length: 50 }, (_, index) => `part-${index}.js`);
  await start(names.slice(1), 60);
  await Promise.all(Array.from({ length: 4 }, () => start(names)));
  expect(await readdir(kept)).toHaveLength(2);
  expect(await get("part-0.js")).toBe("part-0.js");
  expect(await get("part-49.js")).toBe("part-49.js");
});

test("skips a release that is removed while it is read", async () => {
  await start(["home-1.js", "same.css"], 20);
  await start(["home-2.js", "same.css"], 10);
  removed = 1;
  expect(await get("same.css")).toBe("same.css");
  removed = 2;
  expect(await get("same.css")).toBe(404);
});

test("removes old releases beside dangling links, and deletes nothing that links lead to", async () => {
  await mkdir(path.join(root, "elsewhere"), { recursive: true });
  await start(["home-1.js"], 50);
  await symlink(path.join(root, "nowhere"), path.join(kept, "to-nowhere"));
  await symlink(path.join(root, "elsewhere"), path.join(kept, "to-elsewhere"));
  for (const name of ["to-nowhere", "to-elsewhere"]) await lutimes(path.join(kept, name), 0, 0);
  for (const release of [2, 3, 4]) await start([`home-${release}.js`], 40 - release);
  await start(["home-5.js"]);
  expect(await readdir(kept)).toHaveLength(3);
  expect(await get("home-3.js")).toBe("home-3.js");
  expect(await readdir(root)).toContain("elsewhere");
});

test("never serves an incomplete copy, and deletes it after two hours", async () => {
  await mkdir(path.join(kept, ".broken", "assets"), { recursive: true });
  await writeFile(path.join(kept, ".broken", "assets", "half.js"), "ha");
  await start(["home-1.js"]);
  expect(await get("half.js")).toBe(404);
  expect(await readdir(kept)).toContain(".broken");
  const longAgo = new Date(Date.now() - 2 * 3600_000);
  await utimes(path.join(kept, ".broken"), longAgo, longAgo);
  await start(["home-1.js"]);
  expect(await readdir(kept)).not.toContain(".broken");
});

test.each(["..%2f..%2fsecret", "%2e%2e/secret", ".hidden", "", "a/b.js", "home-1.js/"])(
  "finds nothing by the name %s",
  async (name) => {
    await start(["home-1.js"]);
    await writeFile(path.join(kept, "secret"), "secret");
    await writeFile(path.join(root, "data", "secret"), "secret");
    expect(await get(name)).toBe(404);
  },
);

test("starts although the folder is gone or cannot be written", async () => {
  await start(["home-1.js"]);
  expect(await get("home-1.js")).toBe("home-1.js");
  await rm(kept, { recursive: true });
  expect(await get("home-1.js")).toBe(404);
  await symlink("/dev/null", kept);
  await expect(saveReleaseAssets(path.join(root, "build of home-1.js to home-1.js"), kept)).resolves.toBeUndefined();
});
