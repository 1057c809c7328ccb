import { expect, test } from "vitest";
import { sendDueMails } from "#app/mail/process-queue.server.ts";
import { queueNextMails } from "#app/newsletter/issue-run.server.ts";
import { findIssue, settleIssues } from "#app/newsletter/issues.table.server.ts";
import { unsubscribe } from "#app/newsletter/unsubscribe.server.ts";
import { database } from "./database.ts";
import {
  deliver,
  draft,
  minuteLater,
  never,
  press,
  progress,
  sendToAll,
  staff,
  subscribe,
} from "./newsletter-issues.ts";
import { readPage } from "./read-page.ts";

test("the counts of an issue that went out are kept when its deliveries are deleted, and are right until then", async () => {
  await subscribe(4);
  const path = await draft();
  await sendToAll(path);
  await queueNextMails();
  const counts = async () => {
    const one = await findIssue(path.slice(path.lastIndexOf("/") + 1));
    return [await progress(), one.ok && one.value];
  };
  const failure = { host: "mail.example", kind: "reply", code: "550" };
  await sendDueMails(
    async ({ to }) => (to.startsWith("r1") ? { ok: false, isFinal: true, failure } : { ok: true }),
    never,
  );
  await queueNextMails();
  await settleIssues();
  const first = { state: "sent", sent: 3, failed: 1, unsubscribed: 0, waiting: 0 };
  expect(await counts()).toMatchObject([first, first]);

  // Staff send the failed mail again, and somebody leaves: the page says so at once, and the list with the next count.
  await database.query("update mails set failed_at = null, claimed_until = null, next_try_at = now()");
  await deliver();
  await unsubscribe("r2@example.co.ke");
  const last = { state: "sent", sent: 4, failed: 0, unsubscribed: 1, waiting: 0 };
  await settleIssues();
  expect(await counts()).toMatchObject([first, last]);
  await database.query(
    "update newsletter_issues set counted_at = now() - interval '40 days', finished_at = now() - interval '41 days'",
  );
  await settleIssues();
  await settleIssues();
  expect(await database.query("select mail_key from newsletter_deliveries")).toEqual([]);
  expect(await counts()).toMatchObject([last, last]);
  expect((await readPage(path, staff)).texts("main dd")).toEqual(["4", "0", "0", "0", "0", "1"]);
});

test("mails that an issue left behind when it was stopped are sent when it is continued, wherever in the list they are", async () => {
  await subscribe(30);
  const path = await draft();
  await sendToAll(path);
  await queueNextMails(12);
  // The last in the list is sent first, and the others leave the queue.
  await database.query(
    `update mails set attempts = 1, sent_at = now() where key = (
       select mail_key from newsletter_deliveries order by subscriber_id desc limit 1)`,
  );
  await press("stop", path);
  await press("continue", path);
  await minuteLater();
  for (let turn = 0; turn < 9 && (await progress())?.state !== "sent"; turn++) {
    await queueNextMails(60);
    await deliver();
    await minuteLater();
  }
  expect(await progress()).toMatchObject({ state: "sent", sent: 30, waiting: 0, left_to_go: 0 });
});
