import { nowDate } from "#app/platform/clock.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { OMISSIONS, OWN_DATA_VERSION } from "./own-data.ts";
import type { OwnData } from "./take-own-data.server.ts";

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
