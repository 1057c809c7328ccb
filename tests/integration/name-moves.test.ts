import { describe, expect, test } from "vitest";
import { acceptAsReceiver, confirmAsGiver, openReceiveLink } from "#app/moves/give.server.ts";
import { server } from "#mocks/node.ts";
import { newBrowser } from "./browser.ts";
import { clientOf } from "./demo-customers.ts";
import { database, FIRST, logged, row, SECOND } from "./desk-name-fixtures.ts";
import { njeri, textAt } from "./desk-order-fixtures.ts";
import {
  amina,
  answer,
  DONE,
  give,
  later,
  mails,
  move,
  moves,
  NAME,
  ownerOf,
  PASSWORD,
  PATH,
  receiverPath,
  send,
  UNKNOWN,
  waiting,
} from "./name-move-fixtures.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";

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

  test("comes back to it after the sign-in, whose address does not have the token, and nobody else does", async () => {
    await give();
    const page = await readPage(await receiverPath(), newBrowser());
    expect(page.link("Sign in")).toContain("/login?redirectTo=/move");
    expect(page.link("Create an account")).toEqual(["/login?tab=signup&redirectTo=/move"]);
    const { status, to } = await renderPage(amina, "/move");
    expect([status, to]).toEqual([303, expect.stringMatching(/^\/move\/[\w-]+$/)]);
    expect((await renderPage(amina, to ?? "")).html).toContain("Yes, take it");
    expect((await renderPage(newBrowser(), "/move")).to).toBe("/login?redirectTo=%2Fmove");
    await answer("accept");
    for (const browser of [amina, njeri]) expect((await renderPage(browser, "/move")).to).toBe("/dashboard");
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
