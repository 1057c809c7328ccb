// A thousand mails through processes that are killed again and again, with one PostgreSQL 15.
// tests/resilience/smtp-delivery.test.ts has the short form.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SMTP_USER, serveSmtp } from "#mocks/smtp.ts";
import { hasPostgres15 } from "../integration/temporary-postgres.ts";
import { runSite, type Site } from "../resilience/run-site.ts";
import { createLatch, waitFor } from "../resilience/wait-for.ts";
import { openExternalServices } from "./external-services.ts";

const MAILS = 1000;
const ROUNDS = 8;
const PROCESSES = 3;
/** One mail in so many is rejected temporarily the first time. */
const REFUSED = 10;
const isLong = process.env.LONG === "1";

describe.runIf(isLong && hasPostgres15)("a thousand mails", () => {
  let outside: Awaited<ReturnType<typeof openExternalServices>>;
  let server: Awaited<ReturnType<typeof serveSmtp>>;
  /** The recipients that the server has accepted, by Message-ID. */
  const taken: { id: string; to: string }[] = [];
  const refused = new Set<string>();
  let inHand = 0;
  /** The server waits for this before it replies. */
  let mayAnswer = Promise.resolve();

  beforeAll(async () => {
    outside = await openExternalServices();
    server = await serveSmtp({
      port: 0,
      async onMail({ to, mail: { messageId: id = "" } }) {
        if (Number.parseInt(to, 10) % REFUSED === 0 && !refused.has(id)) {
          refused.add(id);
          throw new Error("Try again later");
        }
        taken.push({ id, to });
        inHand += 1;
        await mayAnswer;
        inHand -= 1;
      },
    });
    const row = "'letter-' || n, '<' || n || '@example.co.ke>', 'confirm', n || '@example.co.ke', 'Habari', 'Karibu'";
    await outside.database.query(
      `insert into mails (key, message_id, kind, recipient, subject, body_text) select ${row} from generate_series(1001, 1000 + ${MAILS}) n`,
    );
  });
  afterAll(async () => {
    await server?.close();
    await outside?.close();
  });

  const run = () => {
    const SMTP_URL = `smtp://${SMTP_USER.user}:${SMTP_USER.pass}@127.0.0.1:${server.port}`;
    return runSite("real", { ...outside.settings, SMTP_URL });
  };
  const idsOf = async (which: string) =>
    (await outside.database.query(`select message_id from mails where ${which}`)).map(({ message_id }) =>
      String(message_id),
    );
  /** Makes the waiting mails due again. */
  const beDue = (which: string) =>
    outside.database.query(
      `update mails set claimed_until = null, next_try_at = now() where sent_at is null and ${which}`,
    );

  test("all arrive, twice only if a process was killed while sending one, with the same Message-ID", async () => {
    const inDoubt = new Set<string>();
    let kills = 0;

    /** Kills a process while the server delays the replies to it, or at any moment. */
    async function kill(site: Site, running: number) {
      const answered = createLatch();
      if (kills % 2 === 0) {
        mayAnswer = answered.passed;
        await waitFor(() => inHand >= running);
      }
      await site.stop("SIGKILL");
      kills += 1;
      answered.open();
      mayAnswer = Promise.resolve();
    }

    for (let round = 0; round < ROUNDS; round += 1) {
      const sites = await Promise.all(Array.from({ length: PROCESSES }, run));
      for (const [index, site] of sites.entries()) {
        const share = (MAILS / ROUNDS) * 0.9 * (round + (index + 1) / PROCESSES);
        await waitFor(() => taken.length >= share);
        await kill(site, PROCESSES - index);
      }
      // No process is left: the claimed mails were those of killed ones.
      const left = await idsOf("sent_at is null and claimed_until is not null");
      expect(left.length).toBeLessThanOrEqual(PROCESSES);
      for (const id of left) inDoubt.add(id);
      await beDue("true");
    }

    await Promise.all(Array.from({ length: PROCESSES }, run));
    await waitFor(async () => {
      await beDue("claimed_until is null");
      return (await idsOf("sent_at is null")).length === 0;
    });

    expect(await idsOf("failed_at is not null or attempts > 6")).toEqual([]);
    const ids = taken.map(({ id }) => id);
    const twice = ids.filter((id, index) => ids.indexOf(id) < index);
    console.log("A thousand mails", { kills, refused: refused.size, taken: taken.length, inDoubt: inDoubt.size });
    expect(new Set(ids).size).toBe(MAILS);
    // The mails to one person have one Message-ID.
    expect(taken.filter(({ id, to }) => id !== `<${to}>`)).toEqual([]);
    expect(twice.filter((id) => !inDoubt.has(id))).toEqual([]);
    expect(twice.length).toBeGreaterThan(0);
    expect(refused.size).toBe(MAILS / REFUSED);
  });
});
