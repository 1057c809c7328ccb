// With LONG=1. tests/resilience/smtp-delivery.test.ts kills one process while it sends eight mails.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SMTP_USER, serveSmtp } from "#mocks/smtp.ts";
import { hasPostgres15 } from "../integration/temporary-postgres.ts";
import { runSite, type Site } from "../resilience/run-site.ts";
import { createLatch, waitFor } from "../resilience/wait-for.ts";
import { openExternalServices } from "./external-services.ts";

const MAILS = 1000;
const ROUNDS = 8;
const PROCESSES = 3;
/** Every tenth mail is rejected temporarily the first time. */
const REJECT_EVERY = 10;
const isLong = process.env.LONG === "1";

describe.runIf(isLong && hasPostgres15)("a thousand mails whose processes are killed again and again", () => {
  let external: Awaited<ReturnType<typeof openExternalServices>>;
  let server: Awaited<ReturnType<typeof serveSmtp>>;
  /** The recipients that the server has accepted, by Message-ID. */
  const accepted: { id: string; to: string }[] = [];
  const rejected = new Set<string>();
  let unacknowledged = 0;
  /** The server acknowledges a mail after this. */
  let acknowledge = Promise.resolve();

  beforeAll(async () => {
    external = await openExternalServices();
    server = await serveSmtp({
      port: 0,
      async onMail({ to, mail: { messageId: id = "" } }) {
        if (Number.parseInt(to, 10) % REJECT_EVERY === 0 && !rejected.has(id)) {
          rejected.add(id);
          throw new Error("Try again later");
        }
        accepted.push({ id, to });
        unacknowledged += 1;
        await acknowledge;
        unacknowledged -= 1;
      },
    });
    const row = "'mail-' || n, '<' || n || '@example.co.ke>', 'confirm', n || '@example.co.ke', 'Habari', 'Karibu'";
    await external.database.query(
      `insert into mails (key, message_id, kind, recipient, subject, body_text) select ${row} from generate_series(1001, 1000 + ${MAILS}) n`,
    );
  });
  afterAll(async () => {
    await server?.close();
    await external?.close();
  });

  const run = () => {
    const SMTP_URL = `smtp://${SMTP_USER.user}:${SMTP_USER.pass}@127.0.0.1:${server.port}`;
    return runSite("real", { ...external.settings, SMTP_URL });
  };
  const idsOf = async (which: string) =>
    (await external.database.query(`select message_id from mails where ${which}`)).map(({ message_id }) =>
      String(message_id),
    );
  /** Makes unsent mails due now. */
  const makeDue = (which: string) =>
    external.database.query(
      `update mails set claimed_until = null, next_try_at = now() where sent_at is null and ${which}`,
    );

  test("all arrive, and twice with the same Message-ID only if a process was killed while sending one", async () => {
    const possiblySent = new Set<string>();
    let kills = 0;

    /** Kills a process while the server delays its replies, or at any moment, in turns. */
    async function kill(site: Site, running: number) {
      const replies = createLatch();
      if (kills % 2 === 0) {
        acknowledge = replies.passed;
        await waitFor(() => unacknowledged >= running);
      }
      await site.stop("SIGKILL");
      kills += 1;
      replies.open();
      acknowledge = Promise.resolve();
    }

    for (let round = 0; round < ROUNDS; round += 1) {
      const sites = await Promise.all(Array.from({ length: PROCESSES }, run));
      for (const [index, site] of sites.entries()) {
        const share = (MAILS / ROUNDS) * 0.9 * (round + (index + 1) / PROCESSES);
        await waitFor(() => accepted.length >= share);
        await kill(site, PROCESSES - index);
      }
      // All processes are killed: the claimed mails were theirs.
      const claimed = await idsOf("sent_at is null and claimed_until is not null");
      expect(claimed.length).toBeLessThanOrEqual(PROCESSES);
      for (const id of claimed) possiblySent.add(id);
      await makeDue("true");
    }

    await Promise.all(Array.from({ length: PROCESSES }, run));
    await waitFor(async () => {
      await makeDue("claimed_until is null");
      return (await idsOf("sent_at is null")).length === 0;
    });

    expect(await idsOf("failed_at is not null or attempts > 6")).toEqual([]);
    const ids = accepted.map(({ id }) => id);
    const twice = ids.filter((id, index) => ids.indexOf(id) < index);
    console.log("A thousand mails", {
      kills,
      rejected: rejected.size,
      accepted: accepted.length,
      possiblySent: possiblySent.size,
    });
    expect(new Set(ids).size).toBe(MAILS);
    // The id of each mail is its recipient.
    expect(accepted.filter(({ id, to }) => id !== `<${to}>`)).toEqual([]);
    expect(twice.filter((id) => !possiblySent.has(id))).toEqual([]);
    expect(twice.length).toBeGreaterThan(0);
    expect(rejected.size).toBe(MAILS / REJECT_EVERY);
  });
});
