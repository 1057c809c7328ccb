import { consume, refund } from "#app/platform/abuse/limits.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { type Supabase, trustedClient } from "#app/platform/database/client.api.server.ts";
import type { Account } from "#app/platform/http/account.ts";
import { failure, success } from "#app/platform/result.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { waitInWords } from "#app/platform/text/words.ts";
import { findAccountTimes } from "./accounts.api.server.ts";
import { readOwnData } from "./own-data-rows.table.server.ts";

/** The version of the file's format; increase it with every change. */
const OWN_DATA_VERSION = 1;
const NOT_READ = "We can’t read your data right now. Please try again in a minute.";

/**
 * Returns everything that is stored about a customer: their account, and each part by its name. The file and the page share a
 * limit; a failed reading does not count. Source: docs/product/accounts.md, "Your data".
 */
export async function takeOwnData(supabase: Supabase, account: Account) {
  const limit = await consume("exportsOfUser", account.id);
  if (!limit.ok) {
    const message = `Please wait ${waitInWords(limit.retryAfterSeconds)}, then try again.`;
    return { ...failure(429, message), retryAfterSeconds: limit.retryAfterSeconds };
  }
  const [times, parts] = await Promise.all([findAccountTimes(supabase), readOwnData(supabase, account)]);
  if (!times.ok || !parts.ok) {
    await refund("exportsOfUser", account.id);
    return failure(503, NOT_READ);
  }
  return { ok: true as const, value: ownData(account, times.value, parts.value) };
}

type Times = { madeAt: string; confirmedAt: string | null; lastSignInAt: string | null };
type Parts = Extract<Awaited<ReturnType<typeof readOwnData>>, { ok: true }>["value"];
export type OwnData = ReturnType<typeof ownData>;

/** As `takeOwnData`, for a member of staff who may see this person. It does not count for the person's limit. */
export async function takeDataOf(account: Account, times: Times) {
  const parts = await readOwnData(trustedClient(), account);
  return parts.ok ? success(ownData(account, times, parts.value)) : failure(503, NOT_READ);
}

function ownData({ id, email, name, phone, avatarUrl }: Account, times: Times, parts: Parts) {
  const own = { id, email, name: name ?? null, phone: phone ?? null, picture: avatarUrl ?? null };
  return { account: { ...own, ...times }, parts };
}

/**
 * Returns everything that is stored about a customer as a file to download. No cache keeps it. Source:
 * docs/product/accounts.md, "Your data".
 */
export function ownDataFile({ account, parts }: OwnData): Response {
  const now = nowDate();
  const about = "Your account with us. The phone number is in the international form.";
  const file = { ...headerOf(now), account: { about, ...account }, ...parts };
  return new Response(`${JSON.stringify({ ...file, notInThisFile: OMISSIONS }, null, 2)}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="my-data-${dateOf(dayNumber(now)).iso}.json"`,
      "Cache-Control": "private, no-store",
    },
  });
}

function headerOf(now: Date) {
  return {
    about:
      "What this site keeps about you; notInThisFile says what is elsewhere. Times are ISO 8601 in UTC. If a part is not complete, it has the newest 5,000 rows: write to us for the older ones.",
    version: OWN_DATA_VERSION,
    madeAt: now.toISOString(),
  };
}

/** What the file leaves out, as the file itself says. */
const OMISSIONS = [
  "Your password is kept as a hash by the service that signs you in. We cannot read it.",
  "The records of a domain as they are now are at our DNS provider: download them from its page Import.",
  "A transfer's code is kept until its order is done or failed, and is left out here, because anyone who has it can take the domain.",
  "Messages of the contact form, and our answers, are kept for a year after the last one. Anybody can type any address there, so we check first whose they are: write to us for those.",
  "A subscription or a school that nobody has confirmed, and a mail that has not gone out, are left out: they may be a stranger's.",
  "The names and numbers that we count misuse by are hashes in the server's memory, for a day at most.",
];
