import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { signedIn } from "../budgets/weigh.ts";
import { httpRequest, postForm } from "./request.ts";
import { makeReadyFolder, runSite, type Site } from "./run-site.ts";

const isLong = process.env.LONG === "1";
const KILLS = isLong ? 20 : 1;
const RECORDS = isLong ? 1000 : 60;
/** A zone without records. */
const ZONE = "fundiwaviatu.co.ke";
const DNS = `/dashboard/domains/${ZONE}/dns`;
const LINES = Array.from({ length: RECORDS }, (_, index) => `tawi${index} 3600 IN A 41.90.64.${(index % 250) + 1}`);

type Session = { Cookie: string };

/** Returns the names of the zone's records at the fake provider, from its file. */
function storedNames(dataDir: string): string[] {
  try {
    const zones: { name: string; records: { name: string }[] }[] = JSON.parse(
      readFileSync(path.join(dataDir, "zones.json"), "utf8"),
    );
    return (zones.find(({ name }) => name === ZONE)?.records ?? []).map(({ name }) => name);
  } catch {
    // The file is missing or being written.
    return [];
  }
}

const press = (site: Site, session: Session, job: string, intent: string) =>
  postForm(site, `${DNS}/history/${job}`, { intent }, session);

/** Returns the progress of the job from its page. */
async function progressOf(site: Site, session: Session, job: string) {
  const { status, text } = await httpRequest(site, `${DNS}/history/${job}`, { headers: session });
  const [, done = "none"] = /(\d+)(?:<!-- -->)? of (?:<!-- -->)?\d+(?:<!-- -->)? done/.exec(text) ?? [];
  return { status, done: Number(done), isRunning: text.includes('value="continue"'), text };
}

test(`killed ${isLong ? "twenty times" : "once"} during an import, the site reports exactly what was done, and ends without duplicates`, async () => {
  const dataDir = await makeReadyFolder();
  let site = await runSite("sandbox", { DATA_DIR: dataDir });
  let session = await signedIn(site);
  const planned = await postForm(site, `${DNS}/import`, { text: LINES.join("\n"), mode: "add" }, session);
  expect(planned.status).toBe(303);
  const job = planned.headers.location?.split("/history/")[1] ?? "";
  // The reply is lost when the process is killed.
  let pressed: Promise<unknown> = press(site, session, job, "apply").catch(() => undefined);

  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = storedNames(dataDir).length;
    while (storedNames(dataDir).length < before + 3 + (kill % 15)) await wait(2);
    await site.stop("SIGKILL");
    const stored = storedNames(dataDir);
    expect(new Set(stored).size, "no duplicates").toBe(stored.length);
    site = await runSite("sandbox", { DATA_DIR: dataDir });
    session = await signedIn(site);
    expect(await progressOf(site, session, job)).toMatchObject({ status: 200, done: stored.length, isRunning: true });
    pressed = press(site, session, job, "continue").catch(() => undefined);
  }
  await pressed;
  for (let page = await progressOf(site, session, job); page.isRunning; page = await progressOf(site, session, job)) {
    const { status } = await press(site, session, job, "continue");
    expect([303, 409]).toContain(status);
  }
  expect((await progressOf(site, session, job)).done).toBe(RECORDS);
  expect(storedNames(dataDir).sort()).toEqual(LINES.map((line) => `${line.split(" ")[0]}.${ZONE}`).sort());
  await site.stop("SIGTERM");
});
