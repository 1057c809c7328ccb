import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { writeFileAtomic, writeFileAtomicSync } from "./atomic-write.server.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "atomic-"));
});

describe.each([
  ["writeFileAtomic", writeFileAtomic],
  ["writeFileAtomicSync", async (file: string, text: string) => writeFileAtomicSync(file, text)],
])("%s", (_name, write) => {
  test("replaces a file and leaves no temporary file", async () => {
    const file = path.join(folder, "kept.json");
    await write(file, "one");
    await write(file, "two");
    expect(await readFile(file, "utf8")).toBe("two");
    expect(await readdir(folder)).toEqual(["kept.json"]);
  });

  test("rejects and leaves no temporary file if the path cannot be written", async () => {
    await writeFile(path.join(folder, "file"), "");
    await expect(write(`${folder}/file/below`, "two")).rejects.toThrow(/ENOTDIR/);
    await expect(write(folder, "two")).rejects.toThrow(/EISDIR|ENOTEMPTY/);
    const beside = await readdir(path.dirname(folder));
    expect(beside.filter((name) => name.startsWith(`${path.basename(folder)}.`))).toEqual([]);
  });
});
