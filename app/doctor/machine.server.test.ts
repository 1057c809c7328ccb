import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { env } from "#app/env.server.ts";
import { machineChecks } from "./machine.server.ts";
import { runChecks } from "./run-checks.server.ts";

const { dataDir } = env;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "mtandao-machine-"));
});
afterEach(async () => {
  env.dataDir = dataDir;
  await rm(folder, { recursive: true });
});

async function lineOf(place: string) {
  env.dataDir = place;
  const [line] = await runChecks(machineChecks().filter(({ name }) => name === "data folder"));
  return `${line?.state} ${line?.message}`;
}

test("a data folder is good where it is, or can be made", async () => {
  expect(await lineOf(folder)).toBe(`good ${folder} can be written.`);
  expect(await lineOf(`${folder}/data/of/site`)).toBe(`good ${folder}/data/of/site can be written.`);
});

test("a DATA_DIR that is a file, or below one, is not good", async () => {
  const file = path.join(folder, "file");
  await writeFile(file, "");
  const said = `warning ${file} is no folder, so nothing can be kept in it.`;
  expect([await lineOf(file), await lineOf(`${file}/data`)]).toEqual([said, said]);
});
