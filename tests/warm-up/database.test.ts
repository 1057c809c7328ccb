import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { fingerprint } from "../integration/fingerprint.ts";
import { openMemory } from "../integration/open-memory.ts";

test("the initial state of an in-memory database is cached for all test files", async () => {
  const { database } = await openMemory();
  expect(await database.query("select count(*)::int as posts from posts")).toEqual([{ posts: 20 }]);
  expect(existsSync(`node_modules/.cache/mtandao/${await fingerprint()}.tar`)).toBe(true);
});
