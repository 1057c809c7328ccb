import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeStamp } from "#app/work/person/form-stamp.server.ts";
import { SMTP_USER, serveSmtp } from "#mocks/smtp.ts";
import { ask, post } from "./ask.ts";
import { BY_SMTP, runSite, type Site } from "./run-site.ts";

/** The sandbox's, which every process of a test signs with. */
const APP_SECRET = "the sandbox has nothing to protect";
/** Fewer than one address may ask for without a question. */
const READERS = 8;

let database: { port: number };
let settings: Record<string, string>;
let server: Awaited<ReturnType<typeof serveSmtp>>;

/** Mails in the order in which they came in; the server says nothing to any before `answer` is done. */
const taken: { to: string; id: string }[] = [];
let answer: (count: number) => Promise<void> = async () => {};

/** Real sites, whose database is that of a sandbox and whose mail server is here. */
beforeAll(async () => {
  const sandbox = await runSite("sandbox", { LOG_LEVEL: "warn" });
  const keys = JSON.parse(await readFile(path.join(sandbox.dataDir, "secrets.json"), "utf8"));
  database = { port: sandbox.outboxPort };
  server = await serveSmtp({
    port: 0,
    onMail: ({ to, mail }) => {
      taken.push({ to, id: mail.messageId ?? "" });
      return answer(taken.length);
    },
  });
  settings = {
    ...BY_SMTP,
    APP_SECRET,
    SUPABASE_URL: `http://127.0.0.1:${database.port}`,
    SUPABASE_PUBLISHABLE_KEY: keys.publishableKey,
    SUPABASE_SECRET_KEY: keys.secretKey,
    SMTP_URL: `smtp://${SMTP_USER.user}:${SMTP_USER.pass}@127.0.0.1:${server.port}`,
  };
});
afterAll(() => server.close());

/** Asks the database by the secret key. */
async function rest(call: string, options: { method?: string; body?: string } = {}) {
  const apikey = settings.SUPABASE_SECRET_KEY ?? "";
  const headers = { apikey, "Content-Type": "application/json", Prefer: "return=representation" };
  const reply = await ask(database, `/rest/v1/${call}`, { ...options, headers });
  expect(reply.status, reply.text).toBeLessThan(300);
  return JSON.parse(reply.text) as Record<string, unknown>[];
}

async function subscribe(site: Site, email: string) {
  const typed = { email, firstName: "", lastName: "", website_2: "", stamp: makeStamp("newsletter", 10_000) };
  return (await post(site, "/newsletter", typed, { Origin: BY_SMTP.PUBLIC_ORIGIN })).status;
}

/** What waits for `passed` goes on when it is opened. */
function gate() {
  let open = () => {};
  const passed = new Promise<void>((done) => {
    open = done;
  });
  return { passed, open: () => open() };
}

const until = async (isSo: () => unknown) => {
  while (!(await isSo())) await wait(50);
};
const waiting = () => rest("mails?sent_at=is.null&select=id");

test("a mail server that says nothing delays no visitor, and a process that is killed loses no mail", async () => {
  const isSilent = gate();
  answer = () => isSilent.passed;
  const first = await runSite("real", settings);
  const readers = Array.from({ length: READERS }, (_, index) => `reader-${index}@example.co.ke`);
  for (const email of readers) expect(await subscribe(first, email)).toBe(303);
  // One is in its hands, and has had no answer yet.
  await until(() => taken.length === 1);
  expect(await waiting()).toHaveLength(READERS);

  // It goes on, and is killed at the fourth, which the server has and has not acknowledged.
  const isKilled = gate();
  answer = async (count) => {
    if (count === 4) await isKilled.passed;
  };
  isSilent.open();
  await until(() => taken.length === 4);
  await first.stop("SIGKILL");
  isKilled.open();

  // As if five minutes had passed: then its mail is anybody's. Two take what is left.
  const gone = JSON.stringify({ claimed_until: "2026-01-01T00:00:00Z" });
  await rest("mails?claimed_until=not.is.null", { method: "PATCH", body: gone });
  const others = await Promise.all([runSite("real", settings), runSite("real", settings)]);
  await until(async () => (await waiting()).length === 0);

  expect(new Set(taken.map(({ to }) => to))).toEqual(new Set(readers));
  // The one in the killed one's hands came twice, and says so by its Message-ID.
  expect(taken).toHaveLength(READERS + 1);
  expect(new Set(taken.map(({ id }) => id)).size).toBe(READERS);
  const words = [first, ...others].map((site) => site.output()).join("");
  expect(words).toContain('"event":"mail sent"');
  expect(words).not.toMatch(/reader-\d|sandbox-smtp-password|token=/);

  // One that is told to stop ends when the mail in its hands is done.
  const isHeld = gate();
  answer = () => isHeld.passed;
  const [second, third] = others;
  await third?.stop("SIGTERM");
  expect(second && (await subscribe(second, "last@example.co.ke"))).toBe(303);
  await until(() => taken.length === READERS + 2);
  const stopped = second?.stop("SIGTERM");
  isHeld.open();
  expect(await stopped).toBe(0);
  expect(await waiting()).toEqual([]);
});
