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
/** How many more of the releases that are asked are removed while they are looked at. */
let removed: number;

beforeEach(async () => {
  removed = 0;
  root = await mkdtemp(path.join(tmpdir(), "mtandao-kept-"));
  kept = path.join(root, "data", "releases");
  const serve = previousReleaseAssets(kept, (folder) => {
    const files = sirv(folder, { dev: true, extensions: [] });
    return (req, res, next) => {
      removed -= 1;
      if (removed >= 0) throw new Error("ENOENT, and nobody is told");
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

/** A build of these files, kept as by a start of it; `age` seconds ago. */
async function start(names: string[], age = 0): Promise<void> {
  const build = path.join(root, `build of ${names[0]} to ${names.at(-1)}`);
  await mkdir(path.join(build, "assets"), { recursive: true });
  for (const name of names) await writeFile(path.join(build, "assets", name), name);
  const before: string[] = await readdir(kept).catch(() => []);
  await saveReleaseAssets(build, kept);
  const at = new Date(Date.now() - age * 1000);
  // Another start's copy is hidden until it is whole, and gets another name then.
  const isNew = (name: string) => !name.startsWith(".") && !before.includes(name);
  for (const name of (await readdir(kept)).filter(isNew)) await utimes(path.join(kept, name), at, at);
}

/** The body of what is answered, or the status of what is no success. */
async function ask(name: string): Promise<string | number> {
  const reply = await sendBytes({ port }, `GET /assets/${name} HTTP/1.0\r\nHost: site\r\n\r\n`);
  const [, status] = /^HTTP\/1.1 (\d+)/.exec(reply) ?? [];
  return status === "200" ? reply.slice(reply.indexOf("\r\n\r\n") + 4) : Number(status);
}

test("the files of the two releases before are found, those of a third are not", async () => {
  await start(["home-1.js"], 40);
  await start(["home-2.js", "same.css"], 30);
  await start(["home-3.js", "same.css"], 20);
  expect([await ask("home-1.js"), await ask("home-2.js"), await ask("same.css")]).toEqual([
    "home-1.js",
    "home-2.js",
    "same.css",
  ]);
  await start(["home-4.js"], 10);
  expect([await ask("home-1.js"), await ask("home-2.js"), await ask("home-4.js")]).toEqual([
    404,
    "home-2.js",
    "home-4.js",
  ]);
});

test("a start of the same build again pushes nobody out, and going back makes a release the newest", async () => {
  await start(["home-1.js"], 40);
  await start(["home-2.js"], 30);
  await start(["home-3.js"], 20);
  for (let restart = 0; restart < 5; restart += 1) await start(["home-3.js"]);
  await start(["home-1.js"]);
  await start(["home-4.js"]);
  expect([await ask("home-1.js"), await ask("home-2.js"), await ask("home-3.js")]).toEqual([
    "home-1.js",
    404,
    "home-3.js",
  ]);
});

test("processes that start at once with one folder leave one whole copy", async () => {
  const names = Array.from({ length: 50 }, (_, index) => `part-${index}.js`);
  await start(names.slice(1), 60);
  await Promise.all(Array.from({ length: 4 }, () => start(names)));
  expect(await readdir(kept)).toHaveLength(2);
  expect(await ask("part-0.js")).toBe("part-0.js");
  expect(await ask("part-49.js")).toBe("part-49.js");
});

test("a release that is removed while it is looked at is passed over", async () => {
  await start(["home-1.js", "same.css"], 20);
  await start(["home-2.js", "same.css"], 10);
  removed = 1;
  expect(await ask("same.css")).toBe("same.css");
  removed = 2;
  expect(await ask("same.css")).toBe(404);
});

test("a link that leads nowhere keeps no release from being removed, and one that leads elsewhere takes nothing from there", async () => {
  await mkdir(path.join(root, "elsewhere"), { recursive: true });
  await start(["home-1.js"], 50);
  await symlink(path.join(root, "nowhere"), path.join(kept, "to-nowhere"));
  await symlink(path.join(root, "elsewhere"), path.join(kept, "to-elsewhere"));
  for (const name of ["to-nowhere", "to-elsewhere"]) await lutimes(path.join(kept, name), 0, 0);
  for (const release of [2, 3, 4]) await start([`home-${release}.js`], 40 - release);
  await start(["home-5.js"]);
  expect(await readdir(kept)).toHaveLength(3);
  expect(await ask("home-3.js")).toBe("home-3.js");
  expect(await readdir(root)).toContain("elsewhere");
});

test("a copy that was broken off is never answered from, and goes when it is old", async () => {
  await mkdir(path.join(kept, ".broken", "assets"), { recursive: true });
  await writeFile(path.join(kept, ".broken", "assets", "half.js"), "ha");
  await start(["home-1.js"]);
  expect(await ask("half.js")).toBe(404);
  expect(await readdir(kept)).toContain(".broken");
  const longAgo = new Date(Date.now() - 2 * 3600_000);
  await utimes(path.join(kept, ".broken"), longAgo, longAgo);
  await start(["home-1.js"]);
  expect(await readdir(kept)).not.toContain(".broken");
});

test.each(["..%2f..%2fsecret", "%2e%2e/secret", ".hidden", "", "a/b.js", "home-1.js/"])(
  "nothing but a file of a release is found by %s",
  async (name) => {
    await start(["home-1.js"]);
    await writeFile(path.join(kept, "secret"), "secret");
    await writeFile(path.join(root, "data", "secret"), "secret");
    expect(await ask(name)).toBe(404);
  },
);

test("where nothing can be written a start goes on, and what is there no more is not found", async () => {
  await start(["home-1.js"]);
  expect(await ask("home-1.js")).toBe("home-1.js");
  await rm(kept, { recursive: true });
  expect(await ask("home-1.js")).toBe(404);
  await symlink("/dev/null", kept);
  await expect(saveReleaseAssets(path.join(root, "build of home-1.js to home-1.js"), kept)).resolves.toBeUndefined();
});
