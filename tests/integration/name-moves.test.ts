import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { moveJob } from "#app/dns/jobs.table.server.ts";
import { acceptAsReceiver, confirmAsGiver, openReceiveLink, runDueMoves } from "#app/moves/give.server.ts";
import { nowMs } from "#app/platform/clock.ts";
import { server } from "#mocks/node.ts";
import { type Browser, newBrowser } from "./browser.ts";
import { clientOf, signedIn } from "./demo-customers.ts";
import { add, database, FIRST, logged, postName, row, SECOND } from "./desk-name-fixtures.ts";
import { baraka, njeri, textAt, wanjiku } from "./desk-order-fixtures.ts";
import { renderPage } from "./render-page.ts";

const PASSWORD = "sandbox-password";
const HOUR_MS = 3_600_000;
const UNKNOWN = "nobody@example.co.ke";
let NAME = "";
let PATH = "";
let amina: Browser;
let tests = 0;

beforeEach(async () => {
  amina ??= await signedIn(SECOND.email);
  NAME = `zawadi-${++tests}.co.ke`;
  PATH = `/dashboard/domains/${NAME}/control`;
  await add(NAME, FIRST.id, { days: 100 });
});
afterEach(async () => {
  for (const table of ["name_moves", "name_requests", "account_changes", "dns_jobs", "orders", "bills"]) {
    await database.query(`delete from ${table}`);
  }
});

const send = (form: string, fields: Record<string, string> = {}, browser = njeri) =>
  renderPage(browser, PATH, [["form", form], ...Object.entries(fields)]);
const give = (receiver: string = SECOND.email, password = PASSWORD) => send("move", { receiver, password });
const moves = () => database.query("select * from name_moves order by created_at");
const move = async () => (await moves())[0] ?? {};
const ownerOf = async () => (await row(NAME))?.user_id;
const mails = (subject = "") =>
  database.query(
    `select recipient, subject, body_text from mails where tags::text like '%"move"%' and subject ~ $1 order by recipient, subject`,
    [subject],
  );
const DONE = "is yours|new owner";
const ENDED = "stays where it is";
async function pathIn(recipient: string, part: "move" | "stop"): Promise<string> {
  const all = (await mails()).filter((mail) => mail.recipient === recipient);
  const found = all.map(({ body_text }) => new RegExp(`/${part}/[\\w-]+`).exec(String(body_text))?.[0]);
  return found.find((path) => path !== undefined) ?? "";
}
const receiverPath = (to: string = SECOND.email) => pathIn(to, "move");
const answer = async (form: "accept" | "refuse", browser = amina) =>
  renderPage(browser, await receiverPath(), [["form", form]]);
const later = (hours: number) => runDueMoves(new Date(nowMs() + hours * HOUR_MS));
const waiting = async () => {
  const { not_before } = await move();
  return Math.round((new Date(String(not_before)).getTime() - nowMs()) / HOUR_MS);
};
/** Begins a move to which both sides agreed and whose time has come. */
async function agreed() {
  await give();
  await answer("accept");
  await database.query("update name_moves set not_before = now() - interval '1 minute'");
}

describe("a name that is given to another account", () => {
  test("goes to the receiver after a day, with its zone, and the giver reads and undoes nothing of it", async () => {
    await database.query("update domains set zone_id = $2, renew_ksh = 900 where name = $1", [NAME, `zone-${NAME}`]);
    const job = await database.query(
      `with job as (insert into dns_jobs (user_id, domain_id, zone_id, kind, title, state)
         select user_id, id, zone_id, 'add', 'Their change', 'finished' from domains where name = $1 returning *)
       insert into dns_changes (user_id, domain_id, zone_id, job_id, after, state)
         select user_id, domain_id, zone_id, id, '{"type":"A"}', 'done' from job returning job_id`,
      [NAME],
    );
    expect(await give()).toMatchObject({ status: 303, to: PATH });
    expect([(await moves()).length, await waiting(), await ownerOf()]).toEqual([1, 24, FIRST.id]);
    expect((await mails()).map(({ recipient }) => recipient).sort()).toEqual([FIRST.email, SECOND.email].sort());
    expect((await mails()).map(({ body_text }) => String(body_text)).join()).toContain(
      "notes that you wrote beside them",
    );
    expect((await answer("accept")).status).toBe(303);
    await later(23.9);
    expect([await ownerOf(), await textAt(PATH, njeri)]).toEqual([FIRST.id, expect.stringContaining("has agreed")]);
    await later(24.1);
    expect(await row(NAME)).toMatchObject({ user_id: SECOND.id, zone_id: `zone-${NAME}`, renew_ksh: null });
    expect((await mails(DONE)).length).toBe(2);
    expect((await logged(NAME)).map(([did]) => did)).toEqual(["domain-moved"]);

    const theirs = `/dashboard/domains/${NAME}`;
    const history = `/dns/history/${job[0]?.job_id}`;
    for (const rest of ["", "/control", "/dns", "/dns/history", history, "/dns/export"]) {
      expect([rest, (await renderPage(njeri, theirs + rest)).status]).toEqual([rest, 404]);
    }
    expect((await renderPage(njeri, theirs + history, [["intent", "undo"]])).status).toBe(404);
    expect((await send("unlock")).status).toBe(404);
    const { data } = await clientOf(njeri).from("domains").select("name").eq("name", NAME);
    expect(data).toEqual([]);
    // The giver's history stays theirs.
    expect((await renderPage(amina, theirs + history)).status).toBe(404);
    expect((await renderPage(amina, `${theirs}/control`)).status).toBe(200);
    expect((await clientOf(amina).from("dns_changes").select("id").eq("zone_id", `zone-${NAME}`)).data).toEqual([]);
  });

  test("has one owner after 100 confirmations at once, one mail to each and one line in the log", async () => {
    await give();
    const { id } = await move();
    await database.query("update name_moves set not_before = now() - interval '1 minute', from_ok_at = null");
    const receiver = { id: SECOND.id, email: SECOND.email, name: "Amina" };
    const press = (at: number) =>
      at % 2 === 0 ? acceptAsReceiver(String(id), receiver) : confirmAsGiver(String(id), FIRST.id);
    const outcomes = await Promise.all(Array.from({ length: 100 }, (_, at) => press(at)));
    expect(outcomes.filter(({ ok }) => !ok)).toEqual([]);
    expect(await database.query("select user_id from domains where name = $1", [NAME])).toEqual([
      { user_id: SECOND.id },
    ]);
    expect([(await mails(DONE)).length, (await logged(NAME)).length]).toEqual([2, 1]);
  });

  test.each([
    ["a wrong password", SECOND.email, "wrong-password", "This is not your password"],
    ["an empty password", SECOND.email, "", "Type your password"],
    ["the own address", FIRST.email.toUpperCase(), PASSWORD, "in the account of this address already"],
    ["two addresses", `${SECOND.email},${UNKNOWN}`, PASSWORD, "valid email address"],
    ["no address", "", PASSWORD, "enter your email address"],
  ])("is not begun with %s", async (_what, receiver, password, message) => {
    const { status, html } = await give(receiver, password);
    expect([status, html.includes(message), await moves(), await mails()]).toEqual([400, true, [], []]);
    expect(html).not.toContain(PASSWORD);
    if (receiver !== "") expect(html).toContain(`value="${receiver}"`);
  });

  test("is one move however often the form is sent, and another address has to wait for its end", async () => {
    const sent = await Promise.all([give(), give(), give(SECOND.email.toUpperCase())]);
    expect(sent.map(({ status }) => status)).toEqual([303, 303, 303]);
    const other = await give(UNKNOWN);
    expect([other.status, other.html.includes("Cancel that first"), (await moves()).length]).toEqual([409, true, 1]);
    expect((await mails()).length).toBe(2);
  });

  test("is begun five times a day at most", async () => {
    for (let one = 0; one < 5; one++) {
      await give();
      expect((await send("move-cancel", { move: String((await moves())[one]?.id) })).status).toBe(303);
    }
    expect((await give()).status).toBe(429);
  });

  test.each(["left", "elsewhere", "moving"])("is impossible while it is not with us: %s", async (state) => {
    const changes = { left: "status = 'left'", elsewhere: "held = 'elsewhere'", moving: "moving_since = '2026-12-01'" };
    await database.query(`update domains set ${changes[state as keyof typeof changes]} where name = $1`, [NAME]);
    expect((await give()).status).toBe(state === "left" ? 404 : 409);
    expect(await moves()).toEqual([]);
  });
});

describe("the address of the receiver", () => {
  test("gets the same mail, page and work with an account and without one", async () => {
    const seen: unknown[] = [];
    for (const address of [SECOND.email, UNKNOWN]) {
      const calls: string[] = [];
      const note = ({ request }: { request: Request }) =>
        void calls.push(`${request.method} ${new URL(request.url).pathname}`);
      server.events.on("request:start", note);
      const begun = await give(address);
      server.events.removeListener("request:start", note);
      const control = await renderPage(njeri, PATH);
      const path = await receiverPath(address);
      const page = await renderPage(newBrowser(), path);
      const signedInElsewhere = await renderPage(njeri, path);
      const asGiver = await renderPage(njeri, path, [["form", "accept"]]);
      const texts = [control, page, signedInElsewhere, asGiver].map(({ html }) => plain(html, address, path));
      const [mail] = (await mails()).filter(({ recipient }) => recipient === address);
      const mailText = plain(`${mail?.subject} ${mail?.body_text}`, address, path);
      seen.push([begun.status, calls, page.status, asGiver.status, mailText, texts]);
      await send("move-cancel", { move: String((await moves()).at(-1)?.id) });
      await database.query("delete from name_moves");
      await database.query("delete from mails");
    }
    expect(seen[1]).toEqual(seen[0]);
    expect((seen[0] as string[][])[1]?.length).toBeGreaterThan(3);
  });

  /** A page's text without what differs by itself. */
  const plain = (html: string, address: string, path: string) =>
    (/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? html)
      .replaceAll(path, "PATH")
      .replaceAll(address, "ADDRESS")
      .replace(/value="[^"]*"/g, "")
      .replace(/\d\d? \w{3} \d{4}, \d\d:\d\d/g, "TIME");

  test("must be confirmed by the account that says yes", async () => {
    await give();
    const path = await receiverPath();
    const wrong = await renderPage(njeri, path, [["form", "accept"]]);
    expect([wrong.status, wrong.html.includes(`Sign in with ${SECOND.email} first`)]).toEqual([409, true]);
    const nobody = await renderPage(newBrowser(), path, [["form", "accept"]]);
    // The address of the sign-in page must not have the token.
    expect([nobody.status, nobody.to]).toEqual([409, null]);
    await database.query("update auth.users set email_confirmed_at = null where id = $1", [SECOND.id]);
    const id = openReceiveLink(path.replace("/move/", "")) ?? "";
    expect(await acceptAsReceiver(id, { id: SECOND.id, email: SECOND.email })).toMatchObject({
      ok: false,
      status: 409,
    });
    await database.query("update auth.users set email_confirmed_at = now() where id = $1", [SECOND.id]);
    expect((await move()).to_ok_at).toBeNull();
  });

  test("has a page without a sign-in that no cache keeps, and whose address no other site gets", async () => {
    await give();
    const page = await renderPage(newBrowser(), await receiverPath());
    expect([page.status, page.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
    expect((await renderPage(amina, await receiverPath())).html).toContain("Yes, take it");
  });

  test.each(["x", "%00", "A".repeat(300)])("is named by no page of a bad link: %j", async (token) => {
    await give();
    for (const fields of [undefined, [["form", "refuse"]] as [string, string][]]) {
      const { status, html } = await renderPage(newBrowser(), `/move/${token}`, fields);
      expect([status, html.includes("This link no longer works"), html.includes(NAME)]).toEqual([404, true, false]);
    }
    expect((await move()).state).toBe("open");
  });
});

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
    expect((await postName(wanjiku, NAME, "move-stop", {})).status).toBe(400);
    expect((await postName(wanjiku, NAME, "move-stop", REASON)).status).toBe(303);
    expect((await postName(baraka, NAME, "move-stop", REASON)).status).toBe(409);
    expect([(await move()).state, await logged(NAME)]).toEqual(["cancelled", [["domain-move-ended", REASON]]]);
    expect(await mails(ENDED)).toHaveLength(2);
  });
});
