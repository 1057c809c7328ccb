import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { makeReadyFolder } from "../resilience/run-site.ts";

test("the folder that a sandbox's first start leaves is kept for every other test file, and is nobody's", async () => {
  const folder = await makeReadyFolder();
  expect(await makeReadyFolder()).not.toBe(folder);
  const left = await readdir(folder);
  expect(left).toEqual(expect.arrayContaining(["pg", "pg.json", "secrets.json"]));
  expect(left).not.toContain("lock");
});
