import { describe, expect, test } from "vitest";
import { moveJob } from "#app/dns/jobs.table.server.ts";
import { newBrowser } from "./browser.ts";
import { database, FIRST, logged, postName, row, SECOND } from "./desk-name-fixtures.ts";
import { baraka, njeri, textAt, wanjiku } from "./desk-order-fixtures.ts";
import {
  agreed,
  amina,
  answer,
  ENDED,
  give,
  later,
  mails,
  move,
  NAME,
  ownerOf,
  PASSWORD,
  PATH,
  pathIn,
  receiverPath,
  send,
  UNKNOWN,
  waiting,
} from "./name-move-fixtures.ts";
import { renderPage } from "./render-page.ts";

describe("a move ends without being done", () => {
  test("when the giver cancels it, at any time before the end, also after both agreed", async () => {
    await agreed();
    const id = String((await move()).id);
    const second = await renderPage(amina, `/dashboard/domains/${NAME}/control`, [
      ["form", "move-cancel"],
      ["move", id],
    ]);
    expect(second.status).toBe(404);
    expect((await send("move-cancel", { move: id })).status).toBe(303);
    await later(25);
    expect([(await move()).state, await ownerOf()]).toEqual(["cancelled", FIRST.id]);
    // The same button again, after an answer that was lost.
    expect((await send("move-cancel", { move: id })).status).toBe(303);
    expect((await renderPage(amina, await receiverPath())).html).toContain("It has ended");
  });

  test("when the receiver refuses it, also without an account", async () => {
    await give();
    expect((await answer("refuse", newBrowser())).status).toBe(303);
    expect((await renderPage(newBrowser(), await receiverPath())).html).toContain("You have said no");
    await answer("accept");
    expect([(await move()).state, (await move()).to_ok_at, await ownerOf()]).toEqual(["refused", null, FIRST.id]);
    expect((await mails(ENDED)).map(({ recipient }) => recipient)).toEqual([FIRST.email]);
  });

  test("after seven days, with a mail to both", async () => {
    await give();
    await later(7 * 24 - 1);
    expect((await move()).state).toBe("open");
    await later(7 * 24 + 1);
    expect([(await move()).state, await ownerOf()]).toEqual(["expired", FIRST.id]);
    expect(await mails(ENDED)).toHaveLength(2);
  });

  test("when the name leaves us", async () => {
    await agreed();
    await database.query("update domains set status = 'left' where name = $1", [NAME]);
    await later(1);
    expect((await move()).state).toBe("cancelled");
    expect(await database.query("select user_id from domains where name = $1", [NAME])).toEqual([
      { user_id: FIRST.id },
    ]);
  });
});

describe("a thief of the account", () => {
  const changed = (kind: string, days: number, newEmail: string | null = null) =>
    database.query(
      `insert into account_changes (user_id, kind, email, new_email, created_at)
       values ($1, $2, 'before@example.co.ke', $3, now() - $4 * interval '1 day')`,
      [FIRST.id, kind, newEmail, days],
    );

  test.each(["password", "address", "step-on", "step-off"])(
    "who changed the %s waits three days, and the link in the mail of the address before stops it",
    async (kind) => {
      await changed(kind, 2, FIRST.email);
      if (kind !== "address") await changed("address", 29, FIRST.email);
      await give();
      await answer("accept");
      expect(await waiting()).toBe(72);
      await later(71);
      const path = await pathIn("before@example.co.ke", "stop");
      const [mail] = (await mails()).filter(({ recipient }) => recipient === "before@example.co.ke");
      expect(String(mail?.body_text)).not.toContain(SECOND.email);
      expect((await renderPage(newBrowser(), path)).html).toContain("Stop this request");
      for (let press = 0; press < 2; press++) {
        expect((await renderPage(newBrowser(), path, [["stop", "1"]])).to).toBe(path);
      }
      expect((await renderPage(newBrowser(), path)).html).toContain("It is stopped");
      await later(100);
      expect([(await move()).state, await ownerOf()]).toEqual(["cancelled", FIRST.id]);
    },
  );

  test("who changes the password after both agreed waits three days from then", async () => {
    await give();
    await answer("accept");
    await changed("phone", 0);
    expect(await waiting()).toBe(24);
    await changed("password", 0);
    expect(await waiting()).toBe(72);
    await later(71);
    expect(await ownerOf()).toBe(FIRST.id);
    await later(73);
    expect(await ownerOf()).toBe(SECOND.id);
  });
});

describe("a move waits for the end of", () => {
  const order = (status: string) =>
    database.query(
      `insert into orders (user_id, kind, domain, price_ksh, idempotency_key, status) values ($1, 'renew', $2, 1500, $3, $4)`,
      [FIRST.id, NAME, crypto.randomUUID(), status],
    );
  const job = (state: string, change: string) =>
    database.query(
      `with job as (insert into dns_jobs (user_id, domain_id, zone_id, kind, title, state)
         select user_id, id, 'z', 'add', 'T', $2 from domains where name = $1 returning *)
       insert into dns_changes (user_id, domain_id, zone_id, job_id, after, state, sent_at)
         select user_id, domain_id, zone_id, id, '{"type":"A"}', $3, now() from job`,
      [NAME, state, change],
    );
  const CASES: [string, string, () => Promise<unknown>, string][] = [
    ["an order", "an order for it has ended", () => order("requested"), "update orders set status = 'failed'"],
    [
      "an unpaid bill",
      "its bill is paid",
      async () => {
        await order("done");
        await database.query(
          `with bill as (insert into bills (user_id, reference, amount_ksh) values ($1, 'M2345678', 1500) returning id)
           update orders set bill_id = bill.id from bill`,
          [FIRST.id],
        );
      },
      "update orders set bill_id = null",
    ],
    [
      "a request",
      "your request about it has ended",
      () => send("lock"),
      "update name_requests set state = 'done', ended_at = now()",
    ],
    [
      "a DNS job",
      "the change of its DNS has ended",
      () => job("running", "waiting"),
      "update dns_jobs set state = 'finished'",
    ],
    [
      "a sent change",
      "the change of its DNS has ended",
      () => job("finished", "sent"),
      "update dns_changes set state = 'done'",
    ],
  ];

  test.each(CASES)("%s, and says so to the giver", async (_what, words, open, end) => {
    await agreed();
    await open();
    await later(1);
    expect([(await move()).state, await ownerOf()]).toEqual(["open", FIRST.id]);
    expect(await textAt(PATH, njeri)).toContain(words);
    await database.query(end);
    await later(1);
    expect([(await move()).state, await ownerOf()]).toEqual(["done", SECOND.id]);
  });

  test("nothing that comes after it: the giver starts no job, stores no change and orders nothing more", async () => {
    await job("planned", "waiting");
    await job("finished", "failed");
    const [planned, finished] = await database.query("select id, state from dns_jobs order by state desc");
    const { id, zone_id } = (await row(NAME)) ?? {};
    await agreed();
    await later(1);
    expect(await ownerOf()).toBe(SECOND.id);
    const giver = { account: { id: FIRST.id }, domain: { id: String(id), zoneId: zone_id as string } };
    expect(await moveJob(giver, String(planned?.id), "planned", "running")).toBe(false);
    expect(await moveJob(giver, String(finished?.id), "finished", "running")).toBe(false);
    const stale = {
      user_id: FIRST.id,
      domain_id: id,
      zone_id: "z",
      kind: "add",
      title: "T",
      state: "finished",
      asides: [],
    };
    const stored = await database.query("select store_dns_job($1) as is", [
      JSON.stringify({
        ...stale,
        change_state: "sent",
        sent_at: null,
        changes: [{ before: null, after: { type: "A" } }],
      }),
    ]);
    expect(stored[0]?.is ?? null).toBeNull();
    const orders = [
      { id: crypto.randomUUID(), user_id: FIRST.id, kind: "renew", domain: NAME, payload: {}, price_ksh: 1 },
    ];
    await expect(
      database.query("select place_orders($1, now(), now(), 3, '[]', '[]', 0, '{\"orders\": []}')", [
        JSON.stringify(orders),
      ]),
    ).rejects.toThrow("another customer has this domain");
  });
});

describe("at the desk", () => {
  const REASON = { reason: "She called" };

  test("staff begin it for the owner, who confirms it with the password", async () => {
    expect((await postName(wanjiku, NAME, "move", { receiver: SECOND.email, ...REASON })).status).toBe(303);
    expect((await postName(wanjiku, NAME, "move", { receiver: SECOND.email, ...REASON })).status).toBe(303);
    const other = await postName(baraka, NAME, "move", { receiver: UNKNOWN, ...REASON });
    expect([other.status, /began one at \d\d:\d\d/.test(other.html)]).toEqual([409, true]);
    expect(await logged(NAME)).toEqual([["domain-move-started", REASON]]);
    await answer("accept");
    await later(25);
    expect(await ownerOf()).toBe(FIRST.id);
    expect(await textAt(PATH, njeri)).toContain("You have not confirmed it");
    const id = String((await move()).id);
    expect((await send("move-confirm", { move: id, password: "wrong-password" })).status).toBe(400);
    expect((await send("move-confirm", { move: id, password: PASSWORD })).status).toBe(303);
    await later(25);
    expect(await ownerOf()).toBe(SECOND.id);
  });

  test("staff end it, once, with a mail to both", async () => {
    await give();
    expect(await textAt(`/desk/names/${NAME}`)).toContain(SECOND.email);
    const shown = { move: String((await move()).id) };
    expect((await postName(wanjiku, NAME, "move-stop", shown)).status).toBe(400);
    // Another move than the one that the page showed.
    expect((await postName(baraka, NAME, "move-stop", { ...REASON, move: crypto.randomUUID() })).status).toBe(409);
    expect((await postName(wanjiku, NAME, "move-stop", { ...REASON, ...shown })).status).toBe(303);
    expect((await postName(baraka, NAME, "move-stop", { ...REASON, ...shown })).status).toBe(409);
    expect([(await move()).state, await logged(NAME)]).toEqual(["cancelled", [["domain-move-ended", REASON]]]);
    expect(await mails(ENDED)).toHaveLength(2);
  });
});
