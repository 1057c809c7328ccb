import { constants } from "node:fs";
import { access, stat, statfs } from "node:fs/promises";
import path from "node:path";
import { env } from "#app/env.server.ts";
import { codeOf } from "#app/gateways/upstream/failure-kind.server.ts";
import { nowMs } from "#app/model/clock.ts";
import { bad, type Check, type Finding, good, look } from "./finding.server.ts";
import { readHead } from "./try-call.server.ts";

const MB = 1024 * 1024;
/** Minimum free disk space: the cached pictures (docs/going-live.md, "Pictures"), and room for logs and other files. */
const MIN_FREE_MB = 500;

/**
 * The clock error in seconds that is worth a look, and the one that breaks sign-in: tokens last an hour, one-time codes less. A smaller
 * error cannot be told from the whole seconds of a Date header and the network delay.
 */
const [CLOCK_LOOK, CLOCK_BAD] = [10, 60];

/** The machine that the site runs on: Node, folder, disk, clock. */
export function machineChecks(): Check[] {
  return [
    {
      name: "Node",
      why: "The site is not tested on other versions and may fail there.",
      look: () => nodeFinding(process.versions.node),
    },
    {
      name: "data folder",
      why: "It caches pictures and social images; without it they are fetched and drawn again after each start.",
      look: dataFolder,
    },
    { name: "disk", why: "On a full disk nothing is kept, and the log may stop.", look: disk },
    {
      name: "clock",
      why: "Sessions and links end by the clock: with a wrong one people are signed out, or links are refused.",
      look: clock,
    },
  ];
}

/** `NODE_RANGES` is set at build time (scripts/build-facts.js) to the engines of package.json, "^20.19.0 || ^22.13.0". */
export function nodeFinding(version: string): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const tried = NODE_RANGES.split(" || ").map((range) => range.slice(1).split(".").map(Number));
  if (tried.some(([one, oldest = 0]) => one === major && minor >= oldest)) return good(`Node ${version}.`);
  return bad(`Node ${version} was not tried with this.`, `Take one of ${NODE_RANGES}.`);
}

async function dataFolder(): Promise<Finding> {
  const folder = await nearestExistingPath(path.resolve(env.dataDir));
  const todo = "Set DATA_DIR to a folder that this user may write, or give the image a volume there.";
  if (!(await stat(folder)).isDirectory()) return look(`${folder} is no folder, so nothing can be kept in it.`, todo);
  try {
    await access(folder, constants.W_OK);
    return good(`${env.dataDir} can be written.`);
  } catch (error) {
    return look(`${env.dataDir} cannot be written (${codeOf(error) ?? "unknown reason"}).`, todo);
  }
}

/** Returns the path if it exists, else its nearest existing parent. */
async function nearestExistingPath(place: string): Promise<string> {
  const isThere = await access(place).then(
    () => true,
    () => false,
  );
  return isThere || place === path.dirname(place) ? place : nearestExistingPath(path.dirname(place));
}

async function disk(): Promise<Finding> {
  const { bavail, bsize } = await statfs(await nearestExistingPath(path.resolve(env.dataDir)));
  const freeMb = Math.floor((bavail * bsize) / MB);
  if (freeMb >= MIN_FREE_MB) return good(`${freeMb} MB are free.`);
  return look(`${freeMb} MB are free, ${MIN_FREE_MB} should be.`, "Free some space, or move DATA_DIR.");
}

/** Compares the clock with the Date header of two services. The smaller difference counts: a cached response has an old date. */
async function clock(): Promise<Finding> {
  const [resolver = ""] = env.publicDns.urls;
  const asked = await Promise.allSettled([
    secondsOff(`${env.supabase.url}/auth/v1/settings`, { apikey: env.supabase.publishableKey }),
    secondsOff(`${resolver}?name=example.com&type=A`, { Accept: "application/dns-json" }),
  ]);
  const known = asked.flatMap((one) => (one.status === "fulfilled" && one.value !== undefined ? [one.value] : []));
  return clockFinding(known);
}

/** `offsets`: by how many seconds others are ahead of this machine. */
export function clockFinding(offsets: readonly number[]): Finding {
  const [nearest] = [...offsets].sort((one, other) => Math.abs(one) - Math.abs(other));
  const todo = "Let the machine set its clock by the network (timedatectl set-ntp true).";
  if (nearest === undefined) return look("No service told the time.", "See the lines of those that did not answer.");
  const off = Math.round(Math.abs(nearest));
  const said = `This machine's clock is ${off} s ${nearest > 0 ? "behind" : "ahead"}.`;
  if (off >= CLOCK_BAD) return bad(said, todo);
  return off >= CLOCK_LOOK ? look(said, todo) : good("It is right to a few seconds.");
}

async function secondsOff(address: string, headers: Record<string, string>): Promise<number | undefined> {
  const before = nowMs();
  const { date } = await readHead(address, headers);
  const there = date === null ? Number.NaN : Date.parse(date) + 500;
  return Number.isNaN(there) ? undefined : (there - (before + nowMs()) / 2) / 1000;
}
