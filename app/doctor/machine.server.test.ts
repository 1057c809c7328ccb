import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { machineChecks, settingsChecks } from "./machine.server.ts";
import { runChecks } from "./run-doctor.server.ts";

const { dataDir } = env;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "mtandao-machine-"));
});
afterEach(async () => {
  env.dataDir = dataDir;
  await rm(folder, { recursive: true });
});

async function lineOf(dataFolder: string) {
  env.dataDir = dataFolder;
  const [line] = await runChecks(machineChecks().filter(({ name }) => name === "data folder"));
  return `${line?.state} ${line?.message}`;
}

test("finds a data folder good if it exists or can be created", async () => {
  expect(await lineOf(folder)).toBe(`good ${folder} can be written.`);
  expect(await lineOf(`${folder}/data/of/site`)).toBe(`good ${folder}/data/of/site can be written.`);
});

test("warns about a DATA_DIR that is a file or below one", async () => {
  const file = path.join(folder, "file");
  await writeFile(file, "");
  const warning = `warning ${file} is no folder, so nothing can be kept in it.`;
  expect([await lineOf(file), await lineOf(`${file}/data`)]).toEqual([warning, warning]);
});

test("names the settings without effect", async () => {
  const before = env.unknownSettings;
  Object.assign(env, { unknownSettings: ["STAF (do you mean STAFF?)", "MPESA_X"] });
  const [line] = await runChecks(settingsChecks());
  Object.assign(env, { unknownSettings: [] });
  const [other] = await runChecks(settingsChecks());
  Object.assign(env, { unknownSettings: before });
  expect([line?.state, line?.message]).toEqual([
    "warning",
    expect.stringContaining("No such setting: STAF (do you mean STAFF?), MPESA_X."),
  ]);
  expect([other?.state, other?.message]).toEqual(["good", expect.not.stringContaining("No such setting")]);
});
