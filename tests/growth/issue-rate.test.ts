import "../integration/smtp-settings.ts";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { mailTurn } from "#app/mail/process-queue.server.ts";
import { ISSUE_INTERVAL_MS, issueTurn } from "#app/newsletter/issue-run.server.ts";
import { env } from "#app/platform/env.server.ts";
import { type Loop, startLoop } from "#app/server/background-loops.server.ts";
import { serveSmtp } from "#mocks/smtp.ts";
import { openMemory } from "../integration/open-memory.ts";

/** "10000,1000": subscribers, and mails a minute. Set by `npm run bench -- newsletter`; without it nothing is measured. */
const [SUBSCRIBERS = 0, RATE = 0] = (process.env.NEWSLETTER ?? "").split(",").map(Number);
/** How long a distant mail server takes for a mail. */
const MAIL_MS = 300;
const LONGEST_MS = 3_000_000;

test.skipIf(SUBSCRIBERS === 0)("prints how long an issue takes", { timeout: LONGEST_MS * 1.1 }, async () => {
  const { database } = await openMemory();
  const received: string[] = [];
  const server = await serveSmtp({
    port: 0,
    async onMail({ to }) {
      await wait(MAIL_MS);
      received.push(to);
    },
  });
  Object.assign(env.smtp ?? {}, { port: server.port });
  env.newsletterRate = RATE;
  await database.query(
    `insert into newsletter_pending (email, first_name, status, confirmed_at, created_at)
     select 'r' || n || '@example.co.ke', 'Njeri', 'confirmed', now() - interval '1 day', now() - interval '1 day'
     from generate_series(1, $1) n`,
    [SUBSCRIBERS],
  );
  await database.query(
    `insert into newsletter_issues (title, content, state, started_at) values ('Habari', 'Bei ni **mpya**.', 'sending', now())`,
  );
  const [start, before] = [performance.now(), process.cpuUsage()];
  const turns: Pick<Loop, "name" | "intervalMs" | "turn">[] = [
    { name: "newsletter run", intervalMs: ISSUE_INTERVAL_MS, turn: issueTurn() ?? expect.fail() },
    { name: "issue run", intervalMs: ISSUE_INTERVAL_MS / 2, turn: mailTurn("issues") ?? expect.fail() },
  ];
  const stops = turns.map((one) => startLoop(one));
  while (received.length < SUBSCRIBERS && performance.now() - start < LONGEST_MS) await wait(1000);
  const minutes = ((performance.now() - start) / 60_000).toFixed(1);
  const { user, system } = process.cpuUsage(before);
  await Promise.all(stops.map((stop) => stop()));
  await server.close();
  process.stdout.write(
    `${received.length} of ${SUBSCRIBERS} mails at ${RATE} a minute, one process: ${minutes} minutes, of these ${((user + system) / 60_000_000).toFixed(1)} of the processor\n`,
  );
  expect(new Set(received).size).toBe(received.length);
  expect(received.length).toBe(SUBSCRIBERS);
});
