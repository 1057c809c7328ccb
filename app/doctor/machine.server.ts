import { constants } from "node:fs";
import { access, stat, statfs } from "node:fs/promises";
import path from "node:path";
import { nowMs } from "#app/platform/clock.ts";
import { env } from "#app/platform/env.server.ts";
import { codeOf } from "#app/platform/upstream/failure-kind.server.ts";
import { bad, type Check, type Finding, good, warning } from "./report.server.ts";
import { readHead } from "./try-call.api.server.ts";

const MB = 1024 * 1024;
/** Minimum free disk space: the cached pictures (docs/going-live.md, "Pictures"), and room for logs and other files. */
const MIN_FREE_MB = 500;

/**
 * The clock error in seconds that causes a warning, and the one that breaks sign-in, because tokens last an hour and one-time
 * codes less. An error below the first cannot be measured: a Date header has whole seconds, and the network adds a delay.
 */
const [CLOCK_WARNING, CLOCK_BAD] = [10, 60];

/** Returns the checks of the machine: Node, data folder, disk, clock. */
export function machineChecks(): Check[] {
  return [
    {
      name: "Node",
      why: "The site is not tested on other versions and may fail there.",
      run: () => nodeFinding(process.versions.node),
    },
    {
      name: "data folder",
      why: "It caches pictures and social images; without it they are fetched and drawn again after each start.",
      run: dataFolder,
    },
    { name: "disk", why: "On a full disk nothing is kept, and the log may stop.", run: disk },
    {
      name: "clock",
      why: "Sessions and links end by the clock: with a wrong one people are signed out, or links are refused.",
      run: clock,
    },
  ];
}

/**
 * Returns the finding about the Node version, which is bad if the version was not tested. The build sets `NODE_RANGES`
 * (scripts/build-facts.js) to the engines of package.json: "^20.19.0 || ^22.13.0".
 */
export function nodeFinding(version: string): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const tested = NODE_RANGES.split(" || ").map((range) => range.slice(1).split(".").map(Number));
  if (tested.some(([one, oldest = 0]) => one === major && minor >= oldest)) return good(`Node ${version}.`);
  return bad(`Node ${version} was not tried with this.`, `Take one of ${NODE_RANGES}.`);
}

async function dataFolder(): Promise<Finding> {
  const folder = await nearestExistingPath(path.resolve(env.dataDir));
  const advice = "Set DATA_DIR to a folder that this user may write, or give the image a volume there.";
  if (!(await stat(folder)).isDirectory())
    return warning(`${folder} is no folder, so nothing can be kept in it.`, advice);
  try {
    await access(folder, constants.W_OK);
    return good(`${env.dataDir} can be written.`);
  } catch (error) {
    return warning(`${env.dataDir} cannot be written (${codeOf(error) ?? "unknown reason"}).`, advice);
  }
}

/** Returns the path if it exists, else its nearest existing parent. */
async function nearestExistingPath(place: string): Promise<string> {
  const exists = await access(place).then(
    () => true,
    () => false,
  );
  return exists || place === path.dirname(place) ? place : nearestExistingPath(path.dirname(place));
}

async function disk(): Promise<Finding> {
  const { bavail, bsize } = await statfs(await nearestExistingPath(path.resolve(env.dataDir)));
  const freeMb = Math.floor((bavail * bsize) / MB);
  if (freeMb >= MIN_FREE_MB) return good(`${freeMb} MB are free.`);
  return warning(`${freeMb} MB are free, ${MIN_FREE_MB} should be.`, "Free some space, or move DATA_DIR.");
}

/**
 * Compares the clock with the Date header of two services. The smaller difference counts: a cached response has an old date.
 */
async function clock(): Promise<Finding> {
  const [resolver = ""] = env.publicDns.urls;
  const offsets = await Promise.allSettled([
    clockOffset(`${env.supabase.url}/auth/v1/settings`, { apikey: env.supabase.publishableKey }),
    clockOffset(`${resolver}?name=example.com&type=A`, { Accept: "application/dns-json" }),
  ]);
  const known = offsets.flatMap((one) => (one.status === "fulfilled" && one.value !== undefined ? [one.value] : []));
  return clockFinding(known);
}

/** Returns the finding about the clock. `offsets` are the seconds by which other clocks are ahead of this machine's. */
export function clockFinding(offsets: readonly number[]): Finding {
  const [nearest] = [...offsets].sort((one, other) => Math.abs(one) - Math.abs(other));
  const advice = "Let the machine set its clock by the network (timedatectl set-ntp true).";
  if (nearest === undefined) return warning("No service told the time.", "See the lines of those that did not answer.");
  const off = Math.round(Math.abs(nearest));
  const message = `This machine's clock is ${off} s ${nearest > 0 ? "behind" : "ahead"}.`;
  if (off >= CLOCK_BAD) return bad(message, advice);
  return off >= CLOCK_WARNING ? warning(message, advice) : good("It is right to a few seconds.");
}

/** Returns the seconds by which the service's clock is ahead, undefined without a Date header. Throws as fetch does. */
async function clockOffset(address: string, headers: Record<string, string>): Promise<number | undefined> {
  const before = nowMs();
  const { date } = await readHead(address, headers);
  const there = date === null ? Number.NaN : Date.parse(date) + 500;
  return Number.isNaN(there) ? undefined : (there - (before + nowMs()) / 2) / 1000;
}

/** Returns a check that never fails: with invalid settings start.server.ts reports them, and no other check runs. */
export function settingsChecks(): Check[] {
  const message = env.isSandbox
    ? "No service is set: this is the sandbox, whose services are fakes."
    : "All that are needed are there, and can be used.";
  const unknown = env.unknownSettings.join(", ");
  const finding = unknown
    ? warning(`${message} No such setting: ${unknown}.`, "Correct the names, or take them out: they have no effect.")
    : good(message);
  return [{ name: "settings", why: "The site does not start without them.", run: () => finding }];
}
