import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { writeFileAtomic, writeFileAtomicSync } from "./atomic-write.server.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "whole-"));
});

test.each([
  ["writeFileAtomic", writeFileAtomic],
  ["writeFileAtomicSync", async (file: string, text: string) => writeFileAtomicSync(file, text)],
])("%s replaces a file and leaves no temporary file", async (_name, write) => {
  const file = path.join(folder, "kept.json");
  await write(file, "one");
  await write(file, "two");
  expect(await readFile(file, "utf8")).toBe("two");
  expect(await readdir(folder)).toEqual(["kept.json"]);
});

test.each([
  ["writeFileAtomic", writeFileAtomic],
  ["writeFileAtomicSync", async (file: string, text: string) => writeFileAtomicSync(file, text)],
])("%s keeps the old file and removes the temporary one if the write fails", async (_name, write) => {
  await writeFile(path.join(folder, "inside"), "");
  await expect(write(`${folder}/inside/no`, "two")).rejects.toThrow(/ENOTDIR/);
  // A folder cannot be replaced by a file.
  await expect(write(folder, "two")).rejects.toThrow(/EISDIR|ENOTEMPTY/);
  expect((await readdir(path.dirname(folder))).filter((name) => name.startsWith(`${path.basename(folder)}.`))).toEqual(
    [],
  );
});
