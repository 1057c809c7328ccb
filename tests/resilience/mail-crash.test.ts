import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { makeStamp } from "#app/use-cases/bot-protection/form-stamp.server.ts";
import { httpRequest, newVisitor, postForm } from "./request.ts";
import { mailsTo, makeReadyFolder, runSite, type Site } from "./run-site.ts";

/** The sandbox's secret is public. */
const stamp = makeStamp("school-interest", 10_000);

/** Waits until the database has a row with this text: the mail server takes three seconds for slow@. */
async function written(dataDir: string, text: string) {
  const log = path.join(dataDir, "pg", "pg_wal");
  const isThere = async () => {
    const files = (await readdir(log, { withFileTypes: true })).filter((entry) => entry.isFile());
    const contents = await Promise.all(files.map(({ name }) => readFile(path.join(log, name))));
    return contents.some((content) => content.includes(text));
  };
  while (!(await isThere())) await wait(50);
}

function register(site: Site, email: string, fields: Record<string, string>) {
  const typed = { name: "Grace Achieng", role_label: "Teacher", school: "Kibera Hills", phone: "0712345678" };
  return postForm(site, "/stride", { ...typed, email, website_2: "", ...fields }, newVisitor());
}

/** Returns the rows of the site's database. */
async function rowsOf({ dataDir, outboxPort }: Site): Promise<unknown> {
  const { secretKey } = JSON.parse(await readFile(path.join(dataDir, "secrets.json"), "utf8"));
  const rows = await httpRequest({ port: outboxPort }, "/rest/v1/school_interest?select=email,status", {
    headers: { apikey: secretKey },
  });
  return JSON.parse(rows.text);
}

const DOORS = [
  ["a link to confirm", "unconfirmed", () => ({})],
  ["the mail of thanks", "sent", () => ({ turnstileToken: `token-${crypto.randomUUID()}` })],
] as const;

// Each case starts the sandbox twice.
test.each(process.env.LONG === "1" ? DOORS : DOORS.slice(0, 1))(
  "a process is killed between the row and %s: the next process sends it once, and there is one row",
  async (_mail, status, door) => {
    const dataDir = await makeReadyFolder();
    const email = `slow@${crypto.randomUUID()}.example.co.ke`;
    const first = await runSite("sandbox", { DATA_DIR: dataDir, LOG_LEVEL: "warn" });
    const cutOff = register(first, email, { stamp, ...door() }).catch(() => undefined);
    await written(dataDir, email);
    await first.stop("SIGKILL");
    await cutOff;
    expect(await readFile(path.join(dataDir, "outbox.jsonl"), "utf8").catch(() => "")).toBe("");

    const second = await runSite("sandbox", { DATA_DIR: dataDir, LOG_LEVEL: "warn" });
    expect(await rowsOf(second)).toMatchObject([{ email }]);
    for (const _press of [1, 2]) {
      const reply = await register(second, email, { stamp, ...door() });
      expect([reply.status, reply.headers.location]).toEqual([303, "/stride"]);
    }
    expect(await mailsTo(second, email)).toHaveLength(1);
    expect(await rowsOf(second)).toEqual([{ email, status }]);
  },
);
