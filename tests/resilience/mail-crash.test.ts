import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { makeStamp } from "#app/platform/abuse/form-proofs.server.ts";
import { httpRequest, newVisitor, postForm } from "./request.ts";
import { mailsTo, makeReadyFolder, runSite, type Site } from "./run-site.ts";
import { waitFor } from "./wait-for.ts";

/** The sandbox signs stamps with a public key. */
const stamp = makeStamp("school-interest", 10_000);

/** Waits until the database's log has this text. The row is written then, and the mail is not sent: the mail server takes 3 s for slow@. */
async function waitForRow(dataDir: string, text: string) {
  const log = path.join(dataDir, "pg", "pg_wal");
  await waitFor(async () => {
    const files = (await readdir(log, { withFileTypes: true })).filter((entry) => entry.isFile());
    const contents = await Promise.all(files.map(({ name }) => readFile(path.join(log, name))));
    return contents.some((content) => content.includes(text));
  });
}

function register(site: Site, email: string, fields: Record<string, string>) {
  const typed = { name: "Grace Achieng", role_label: "Teacher", school: "Kibera Hills", phone: "0712345678" };
  return postForm(site, "/stride", { ...typed, email, website_2: "", ...fields }, newVisitor());
}

/** Returns the rows of the site's database. */
async function rowsOf({ dataDir, sandboxPort }: Site): Promise<unknown> {
  const { secretKey } = JSON.parse(await readFile(path.join(dataDir, "secrets.json"), "utf8"));
  const rows = await httpRequest({ port: sandboxPort }, "/rest/v1/school_interest?select=email,status", {
    headers: { apikey: secretKey },
  });
  return JSON.parse(rows.text);
}

const PATHS = [
  ["the confirmation link", "unconfirmed", () => ({})],
  ["the thank-you mail", "sent", () => ({ turnstileToken: `token-${crypto.randomUUID()}` })],
] as const;

// Each case starts the sandbox twice.
test.each(process.env.LONG === "1" ? PATHS : PATHS.slice(0, 1))(
  "after a kill between storing the row and sending %s, the next process sends it once and there is one row",
  async (_mail, status, proofs) => {
    const dataDir = await makeReadyFolder();
    const email = `slow@${crypto.randomUUID()}.example.co.ke`;
    const first = await runSite("sandbox", { DATA_DIR: dataDir, LOG_LEVEL: "warn" });
    const lostReply = register(first, email, { stamp, ...proofs() }).catch(() => undefined);
    await waitForRow(dataDir, email);
    await first.stop("SIGKILL");
    await lostReply;
    expect(await readFile(path.join(dataDir, "outbox.jsonl"), "utf8").catch(() => "")).toBe("");

    const second = await runSite("sandbox", { DATA_DIR: dataDir, LOG_LEVEL: "warn" });
    expect(await rowsOf(second)).toMatchObject([{ email }]);
    for (const _press of [1, 2]) {
      const reply = await register(second, email, { stamp, ...proofs() });
      expect([reply.status, reply.headers.location]).toEqual([303, "/stride"]);
    }
    expect(await mailsTo(second, email)).toHaveLength(1);
    expect(await rowsOf(second)).toEqual([{ email, status }]);
  },
);
