import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { checkDataVersion, dataFileError, POSTGRES_MAJOR } from "#mocks/database/data-folder.ts";
import { lockDataFolder } from "#mocks/database/data-lock.ts";
import { openEmbedded } from "#mocks/database/embedded.ts";
import { makeReadyFolder } from "./run-site.ts";

const closeDatabase = async () => (await globalThis.embeddedDatabase)?.close();

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "mtandao-"));
});
afterEach(async () => {
  await closeDatabase();
  await rm(dataDir, { recursive: true, force: true });
});

test("a second start finds the same database, whose keys only their owner may read", async () => {
  dataDir = await makeReadyFolder();
  const first = await openEmbedded({ dataDir });
  await first.query("delete from posts where slug <> 'co-ke-or-com'");
  await closeDatabase();
  const second = await openEmbedded({ dataDir });
  expect(await second.query("select slug from posts")).toEqual([{ slug: "co-ke-or-com" }]);
  expect(second.keys).toEqual(first.keys);
  expect((await stat(path.join(dataDir, "secrets.json"))).mode & 0o777).toBe(0o600);
  expect(await second.query("show server_version")).toEqual([
    { server_version: expect.stringMatching(new RegExp(`^${POSTGRES_MAJOR}\\.`)) },
  ]);
  await closeDatabase();
  expect(await readdir(dataDir)).not.toContain("lock");
});

test.each([
  ["names a process that is gone", "999999999 1"],
  ["names this process's id with another start time", `${process.pid} 1`],
  ["is empty", ""],
])("a lock that %s is taken over", async (_lock, content) => {
  await writeFile(path.join(dataDir, "lock"), content);
  const unlock = await lockDataFolder(dataDir);
  await expect(lockDataFolder(dataDir)).rejects.toThrow(/is in use by process/);
  unlock();
  expect(await readdir(dataDir)).toEqual([]);
});

test("data of another PostgreSQL version is rejected with one sentence and not changed", async () => {
  const stamp = path.join(dataDir, "pg.json");
  await mkdir(path.join(dataDir, "pg"));
  await writeFile(stamp, JSON.stringify({ postgres: 18, isReady: true }));
  await expect(openEmbedded({ dataDir })).rejects.toThrow(/was made by PostgreSQL 18 and this program has 17/);
  expect(JSON.parse(await readFile(stamp, "utf8")).postgres).toBe(18);
});

test("unknown files are rejected with one sentence and not changed", async () => {
  await mkdir(path.join(dataDir, "pg"));
  await writeFile(path.join(dataDir, "pg", "theirs"), "");
  await expect(openEmbedded({ dataDir })).rejects.toThrow(/was not made by this program/);
  expect(await readdir(path.join(dataDir, "pg"))).toEqual(["theirs"]);
});

test("after an interrupted first start its files are deleted and the start is repeated", async () => {
  await mkdir(path.join(dataDir, "pg"));
  await writeFile(path.join(dataDir, "pg", "PG_VERSION"), "17\n");
  await writeFile(path.join(dataDir, "pg.json"), JSON.stringify({ postgres: POSTGRES_MAJOR, isReady: false }));
  const { markReady } = await checkDataVersion(dataDir, "1");
  const isReady = async () => JSON.parse(await readFile(path.join(dataDir, "pg.json"), "utf8")).isReady;
  expect([await readdir(dataDir), await isReady()]).toEqual([["pg.json"], false]);
  await markReady();
  expect(await isReady()).toBe(true);
});

test("data with the tables of an earlier history of migrations is put aside, and one sentence says where", async () => {
  await mkdir(path.join(dataDir, "pg"));
  await writeFile(path.join(dataDir, "pg", "PG_VERSION"), "17\n");
  await writeFile(path.join(dataDir, "pg.json"), JSON.stringify({ postgres: POSTGRES_MAJOR, isReady: true }));
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  await checkDataVersion(dataDir, "20261128090000");
  expect(said.mock.calls).toEqual([[expect.stringMatching(/^The sandbox begins anew: .*pg-before-1\.0\.0\.$/)]]);
  said.mockRestore();
  expect((await readdir(dataDir)).sort()).toEqual(["pg-before-1.0.0", "pg.json"]);
  expect(await readdir(path.join(dataDir, "pg-before-1.0.0"))).toEqual(["PG_VERSION"]);
});

test("a folder that is not writable is rejected with one sentence", async () => {
  const file = path.join(dataDir, "file");
  await writeFile(file, "");
  await chmod(file, 0o400);
  await expect(openEmbedded({ dataDir: path.join(file, "data") })).rejects.toThrow(
    `The data folder ${file}/data cannot be written (ENOTDIR): set DATA_DIR to one that can.`,
  );
});

test.each(["", "{", '{"jwtSecret":"x"}', "null"])(
  "damaged keys (%j) are rejected with one sentence and not changed",
  async (text) => {
    const file = path.join(dataDir, "secrets.json");
    await writeFile(file, text);
    await expect(openEmbedded({ dataDir })).rejects.toThrow(new RegExp(`^${file} is damaged: put a copy of it back`));
    expect(await readFile(file, "utf8")).toBe(text);
    expect(await readdir(dataDir)).toEqual(["secrets.json"]);
  },
);

test.each(["", "{", "[]"])(
  "a damaged version stamp (%j) is rejected with one sentence, and no file is deleted",
  async (text) => {
    await mkdir(path.join(dataDir, "pg"));
    await writeFile(path.join(dataDir, "pg.json"), text);
    await expect(openEmbedded({ dataDir })).rejects.toThrow(
      /pg\.json is damaged: write \{"postgres":17,"schema":"\d{14}","isReady":true\} into it/,
    );
    expect(await readdir(dataDir)).toContain("pg");
  },
);

test.each([
  ["the error's code", Object.assign(new Error("no"), { code: "ENOSPC" })],
  ["the error's cause", new Error("no", { cause: Object.assign(new Error("no"), { code: "EDQUOT" }) })],
  ["the error's message", new Error("could not extend file: No space left on device")],
])("a full disk, recognised by %s, is reported with one sentence", (_found, error) => {
  expect(dataFileError("/data/pg", error).message).toBe(
    "The disk is full, so /data/pg cannot be written: free some space.",
  );
});
