import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { openEmbedded } from "#app/gateways/supabase/embedded.server.ts";
import { closeDatabase } from "#app/gateways/supabase/endpoint.server.ts";
import { ask, newVisitor, post } from "./ask.ts";
import { makeFolder, readOutbox, runSite, type Site } from "./run-site.ts";

/** Longer than it takes to write a row, and shorter than the three seconds that mail to slow@ takes. */
const BETWEEN_MS = 1500;
const YOUNGEST_MS = 3100;

async function stampOf(site: Site): Promise<string> {
  const { text } = await ask(site, "/stride", { headers: newVisitor() });
  return /name="stamp" value="([^"]+)"/.exec(text)?.[1] ?? "";
}

function register(site: Site, email: string, fields: Record<string, string>) {
  const typed = { name: "Grace Achieng", role_label: "Teacher", school: "Kibera Hills", phone: "0712345678" };
  return post(site, "/stride", { ...typed, email, website_2: "", ...fields }, newVisitor());
}

async function rowsIn(dataDir: string) {
  const { query } = await openEmbedded({ dataDir });
  const rows = await query("select email, status from school_interest");
  await closeDatabase();
  return rows;
}

const DOORS = [
  ["a link to confirm", "unconfirmed", () => ({})],
  ["the worker's mail", "sent", () => ({ turnstileToken: `token-${crypto.randomUUID()}` })],
] as const;

// Each starts the sandbox twice.
test.each(process.env.LONG === "1" ? DOORS : DOORS.slice(0, 1))(
  "a process killed between the row and %s: the next try sends one mail, and there is one row",
  async (_mail, status, door) => {
    const dataDir = await makeFolder();
    const email = `slow@${crypto.randomUUID()}.example.co.ke`;
    const first = await runSite("sandbox", { DATA_DIR: dataDir, LOG_LEVEL: "warn" });
    const stamp = await stampOf(first);
    await wait(YOUNGEST_MS);
    const cutOff = register(first, email, { stamp, ...door() }).catch(() => undefined);
    await wait(BETWEEN_MS);
    await first.stop("SIGKILL");
    expect(await cutOff).toBeUndefined();
    expect(await rowsIn(dataDir)).toEqual([{ email, status: "unconfirmed" }]);

    const second = await runSite("sandbox", { DATA_DIR: dataDir, LOG_LEVEL: "warn" });
    expect(await readOutbox(second)).toEqual([]);
    for (const _press of [1, 2]) {
      const reply = await register(second, email, { stamp, ...door() });
      expect([reply.status, reply.headers.location]).toEqual([303, "/stride"]);
    }
    expect(await readOutbox(second)).toHaveLength(1);
    await second.stop("SIGTERM");
    expect(await rowsIn(dataDir)).toEqual([{ email, status }]);
  },
);
