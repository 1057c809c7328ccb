import { expect, test } from "vitest";
import { sendDueMails } from "#app/mail/process-queue.server.ts";
import { claimMail } from "#app/mail/queue.table.server.ts";
import { mailOfIssue, queueNextMails } from "#app/newsletter/issue-run.server.ts";
import { listNextSubscribers, queueIssue } from "#app/newsletter/issues.table.server.ts";
import { unsubscribe } from "#app/newsletter/unsubscribe.server.ts";
import { env } from "#app/platform/env.server.ts";
import { database } from "./database.ts";
import {
  deliver,
  draft,
  minuteLater,
  NEW,
  never,
  press,
  progress,
  SUBSCRIBERS,
  sendToAll,
  staff,
  subscribe,
  versionOf,
} from "./newsletter-issues.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { SECOND_STAFF, STAFF, staffBrowser } from "./staff.ts";

test("a new issue has the button that saves it and none that publishes it", async () => {
  const { html } = await renderPage(staff, NEW);
  expect([html.includes('value="save"'), html.includes('value="publish"')]).toEqual([true, false]);
});

test("an issue is written, tested on its author alone, and goes once to each confirmed subscriber", async () => {
  await subscribe(3);
  const path = await draft();
  await press("test", path, { expectedVersion: await versionOf(path) });
  const claimed = await claimMail();
  expect(claimed?.mail).toMatchObject({ to: STAFF.email, subject: "Test: Habari za Novemba" });
  expect(claimed?.mail.html).toContain("Bei ni <strong>mpya</strong>.");
  expect(claimed?.mail.html).toContain(`href="${env.origin}/domains/pricing"`);
  expect(claimed?.mail.text).toMatch(/^Hello Wanjiku,\n\nHabari za Novemba\n\nBei ni mpya\.\n\n- Bei \(http/);
  expect(claimed?.mail.unsubscribeUrl).toMatch(/\/newsletter\/one-click\?token=/);
  await database.query("truncate mails cascade");

  const unready = await press("send", path, { expectedVersion: await versionOf(path) });
  expect([unready.status, unready.html.includes("Please read the test mail")]).toEqual([400, true]);
  expect(await queueNextMails()).toBe(0);
  await Promise.all([sendToAll(path), sendToAll(path)]);
  expect(await queueNextMails()).toBe(3);
  expect((await deliver()).sort()).toEqual(["r1@example.co.ke", "r2@example.co.ke", "r3@example.co.ke"]);
  expect(await queueNextMails()).toBe(0);
  expect(await progress()).toMatchObject({ state: "sent", sent: 3, waiting: 0, left_to_go: 0 });
  const { texts, all } = await readPage(path, staff);
  expect([texts("main .banner-title"), all("main form")]).toEqual([["It went out"], []]);
  expect((await press("save", path, { title: "Other", expectedVersion: "" })).status).toBe(409);
  const log = await database.query("select did from desk_log where about_kind = 'issue' order by id");
  expect(log.map(({ did }) => did)).toEqual(["issue-written", "issue-started"]);
});

test("no more mails enter the queue in a minute than the rate, nor while as many wait for the mail server", async () => {
  await subscribe(SUBSCRIBERS);
  await sendToAll(await draft());
  const queue = async () => {
    let queued = 0;
    for (let call = 0; call < 9; call++)
      queued += (await Promise.all([queueNextMails(12), queueNextMails(12)]))[0] ?? 0;
    return queued;
  };
  await queue();
  expect(await progress()).toMatchObject({ waiting: 12 });
  await minuteLater();
  expect(await queue()).toBe(0);
  await deliver();
  await queue();
  expect(await progress()).toMatchObject({ sent: 12, waiting: 12, left_to_go: SUBSCRIBERS - 24 });
});

test("subscribers who leave before their mail goes out get none, and those who join later neither", async () => {
  await subscribe(5);
  const path = await draft();
  await unsubscribe("r1@example.co.ke");
  await sendToAll(path);
  await database.query(
    "insert into newsletter_pending (email, status, created_at) values ('late@x.ke', 'sent', now() + interval '1 s')",
  );
  const subscribers = (await listNextSubscribers(60, 50)) ?? [];
  await unsubscribe("r2@example.co.ke");
  const deliveries = subscribers.map((subscriber) => ({
    subscriber: subscriber.subscriber,
    mail: mailOfIssue(subscriber, subscriber, `${subscriber.issue}-${subscriber.subscriber}`),
  }));
  const issue = subscribers[0]?.issue ?? "";
  // A process that was killed after this, and one that has the same list.
  expect(await queueIssue(issue, 60, deliveries)).toBe(3);
  expect(await queueIssue(issue, 60, deliveries)).toBe(0);
  await unsubscribe("r3@example.co.ke");
  await database.query("delete from newsletter_pending where email = 'r4@example.co.ke'");
  expect(await deliver()).toEqual(["r5@example.co.ke"]);
  await unsubscribe("r5@example.co.ke");
  await queueNextMails();
  expect(await progress()).toMatchObject({ state: "sent", sent: 1, withdrawn: 1, unsubscribed: 1, left_to_go: 0 });
});

test("an issue that is stopped sends nothing until it is continued, and then nobody a second copy", async () => {
  await subscribe(4);
  const path = await draft();
  await sendToAll(path);
  await queueNextMails(12);
  const first = await claimMail();
  await press("stop", path);
  expect([await queueNextMails(), await deliver()]).toEqual([0, []]);
  expect(await progress()).toMatchObject({ state: "stopped", waiting: 1, left_to_go: 3 });
  // A late repeat of the first press continues nothing.
  await press("send", path, { ready: "yes" });
  expect(await progress()).toMatchObject({ state: "stopped" });
  await press("continue", path);
  await queueNextMails();
  await database.query("update mails set claimed_until = now() - interval '1 second' where claimed_until is not null");
  const recipients = await deliver();
  expect([recipients.length, new Set(recipients).size, recipients.includes(first?.mail.to ?? "")]).toEqual([
    4,
    4,
    true,
  ]);
});

test(`each of ${SUBSCRIBERS} subscribers gets one mail, whatever processes are killed and whoever leaves`, async () => {
  await subscribe(SUBSCRIBERS);
  const path = await draft();
  await sendToAll(path);
  const recipients: string[] = [];
  /** Who unsubscribed, and of these who did so before their mail was on its way. */
  const [unsubscribed, left] = [new Set<string>(), new Set<string>()];
  let seed = 7;
  const chance = (of: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % of;
  };
  for (let round = 0; (await progress())?.state !== "sent" || (await progress())?.waiting !== 0; round++) {
    expect(round).toBeLessThan(SUBSCRIBERS);
    const rate = SUBSCRIBERS;
    const [, , stale] = await Promise.all([
      queueNextMails(rate),
      queueNextMails(rate),
      listNextSubscribers(rate, SUBSCRIBERS),
    ]);
    // A process that was killed when it had claimed a mail, and one that comes back with an old list.
    const inHand = chance(2) === 0 ? (await claimMail())?.mail.to : undefined;
    await Promise.all([queueNextMails(rate), queueStale(stale ?? [], rate)]);
    if (chance(3) === 0) {
      await press("stop", path);
      await press("continue", path);
    }
    const address = `r${1 + chance(SUBSCRIBERS)}@example.co.ke`;
    await unsubscribe(address);
    // What a process has in hand goes out.
    if (![...recipients, ...unsubscribed, inHand].includes(address)) left.add(address);
    unsubscribed.add(address);
    recipients.push(...(await deliver()));
    await database.query("update mails set claimed_until = claimed_until - interval '1 hour', next_try_at = now()");
    await minuteLater();
  }
  expect(new Set(recipients).size).toBe(recipients.length);
  for (const address of left) expect(recipients, address).not.toContain(address);
  expect(recipients.length + left.size).toBe(SUBSCRIBERS);
  expect(await progress()).toMatchObject({ state: "sent", sent: recipients.length, failed: 0, waiting: 0 });
});

test("an issue keeps its rate: a turn queues its share, however many mails are made at a time", async () => {
  await subscribe(170);
  await sendToAll(await draft());
  expect(await queueNextMails(1000)).toBe(167);
  expect(await queueNextMails(1000)).toBe(3);
});

test("a receipt waits behind no mail of an issue, and a lane sends its own mails only", async () => {
  await subscribe(3);
  await sendToAll(await draft());
  await queueNextMails();
  await database.query(
    `insert into mails (key, message_id, kind, recipient, subject, body_text, next_try_at)
     values ('key-of-a-receipt', '<receipt@example.co.ke>', 'receipt', 'a@example.co.ke', 'S', 'T', now())`,
  );
  expect((await claimMail("others"))?.kind).toBe("receipt");
  expect(await claimMail("others")).toBeUndefined();
  for (let left = 3; left > 0; left--) expect((await claimMail("issues"))?.kind).toBe("issue");
  expect(await claimMail("issues")).toBeUndefined();
});

async function queueStale(subscribers: NonNullable<Awaited<ReturnType<typeof listNextSubscribers>>>, rate: number) {
  const mailed = subscribers.map((subscriber) => ({
    subscriber: subscriber.subscriber,
    mail: mailOfIssue(subscriber, subscriber, `${subscriber.issue}-${subscriber.subscriber}`),
  }));
  const [first] = subscribers;
  if (first) await queueIssue(first.issue, rate, mailed);
}

test("mails that failed for good are counted", async () => {
  await subscribe(2);
  await sendToAll(await draft());
  await queueNextMails();
  const failure = { host: "mail.example", kind: "reply", code: "550" };
  await sendDueMails(
    async ({ to }) => (to.startsWith("r1") ? { ok: false, isFinal: true, failure } : { ok: true }),
    never,
  );
  expect(await progress()).toMatchObject({ sent: 1, failed: 1, waiting: 0 });
});

test("two people who write one issue: the second gets both texts, and no other text is sent than the one pressed", async () => {
  await subscribe(1);
  const path = await draft();
  const expectedVersion = await versionOf(path);
  await press("save", path, { content: "Ya Baraka.", expectedVersion }, await staffBrowser(SECOND_STAFF));
  const { status, html } = await press("send", path, { content: "Ya Wanjiku.", expectedVersion, ready: "yes" });
  expect([status, html.includes("Ya Baraka."), html.includes("Ya Wanjiku.")]).toEqual([409, true, true]);
  expect(await progress()).toMatchObject({ state: "draft" });
  await press("continue", path);
  expect(await progress()).toMatchObject({ state: "draft" });
});

test("an issue can be made of a post, and shows its mail in a frame that runs nothing", async () => {
  const [post] = await database.query("select id from posts where slug = 'co-ke-or-com'");
  const made = await readPage(`${NEW}?post=${post?.id}`, staff);
  expect(made.field("Text").value).toContain("[Read it on our site](/blog/co-ke-or-com)");
  const path = await draft();
  const mail = await renderPage(staff, `${path}/mail`);
  expect([mail.status, mail.html.includes("Hello Wanjiku,")]).toEqual([200, true]);
  expect(mail.headers.get("Content-Security-Policy")).toMatch(/default-src 'none'.*sandbox/);
  expect((await readPage(path, staff)).headers.get("Content-Security-Policy")).toMatch(/frame-src [^;]*'self'/);
});

test("where a worker keeps the list, the desk says so, takes no form and sends nothing", async () => {
  await subscribe(1);
  const path = await draft();
  env.newsletter = { url: "https://worker.example" };
  const { texts } = await readPage("/desk/newsletter", staff);
  const statuses = [(await renderPage(staff, path)).status, (await press("send", path, { ready: "yes" })).status];
  env.newsletter = null;
  expect([texts(".empty-title"), statuses]).toEqual([["Another service keeps the list of subscribers"], [404, 404]]);
  expect(await progress()).toMatchObject({ state: "draft" });
});
