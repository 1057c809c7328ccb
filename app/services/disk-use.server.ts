import { clockOf } from "#app/platform/text/nairobi-day.ts";
import { deadline } from "#app/platform/upstream/deadlines.server.ts";
import { withTimeout } from "#app/platform/upstream/with-timeout.server.ts";
import type { HostingAccount } from "./hosting-account.ts";
import { readOwnAccount } from "./own-account.server.ts";
import type { Service } from "./service.ts";
import { hostingProvider } from "./whm.api.server.ts";

const KEPT_MS = 10 * 60_000;
const MOST_KEPT = 1000;

type Kept = { words: string; until: number };
const kept = new Map<string, Kept>();

/**
 * Returns how much of its disk an account uses, with the minute when the server said so: "12.3 GB of 50 GB, at 14:05". Empty if
 * the service has no account at the server, or if the server does not answer. Kept for ten minutes.
 */
export async function diskWords(service: Service, now: Date): Promise<string> {
  const { id, provider, state, access } = service;
  const server = hostingProvider();
  if (!server || provider !== "whm" || state !== "active" || access.username === undefined) return "";
  const known = kept.get(id);
  if (known && now.getTime() < known.until) return known.words;
  const read = await withTimeout(readOwnAccount(server, service, access.username), deadline("diskUse"));
  const words = read?.ok ? wordsOf(read.value, now) : "";
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(id, { words, until: now.getTime() + (words === "" ? KEPT_MS / 10 : KEPT_MS) });
  return words;
}

function wordsOf({ diskUsed, diskLimit }: HostingAccount, now: Date): string {
  if (diskUsed === undefined) return "";
  const limit = typeof diskLimit === "number" ? ` of ${sizeWords(diskLimit)}` : " used";
  return `${sizeWords(diskUsed)}${limit}, at ${clockOf(now).slice(0, 5)}`;
}

/** "850 MB", "12.3 GB". Takes megabytes. */
function sizeWords(megabytes: number): string {
  if (megabytes < 1024) return `${Math.round(megabytes)} MB`;
  return `${(megabytes / 1024).toFixed(1).replace(/\.0$/, "")} GB`;
}
