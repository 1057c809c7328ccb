import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { makeReadyFolder } from "../resilience/run-site.ts";

test("the data folder of a sandbox's first start is cached for all test files", async () => {
  const folder = await makeReadyFolder();
  expect(await makeReadyFolder()).not.toBe(folder);
  const left = await readdir(folder);
  expect(left).toEqual(expect.arrayContaining(["pg", "pg.json", "secrets.json"]));
  expect(left).not.toContain("lock");
});
