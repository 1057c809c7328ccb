/** The invitations of imported customers. Source: docs/product/desk.md, "Import"; decision P34 of accounts. */
import { describe, expect, test, vi } from "vitest";
import { openInvitation } from "#app/imports/invitation-link.server.ts";
import * as confirm from "#app/routes/account/confirm.tsx";
import * as reset from "#app/routes/account/reset.tsx";
import { type Browser, newBrowser } from "./browser.ts";
import { newCustomer, pageResult, signIn, signUp, whoIs } from "./customers.ts";
import { accounts, browser, database, HEAD, mark, PAGE, press, run, textOf, upload } from "./desk-import-fixtures.ts";
import { aMinuteLater } from "./open-memory.ts";
import { renderPage } from "./render-page.ts";

const STRANGERS = "the stranger's password";
const OWN = "the owner's password";
const addressOf = (n: number) => `c${n}-${mark}@example.co.ke`;

/** Imports customers with one name each. Returns the path of the import. */
async function imported(count: number): Promise<string> {
  const line = (n: number) => `${addressOf(n)},Njeri Kamau,0712345678,name-${n}-${mark}.co.ke,2027-12-31`;
  const path = await upload([HEAD, ...Array.from({ length: count }, (_, n) => line(n))].join("\n"));
  await press(path, "start-import");
  await run();
  return path;
}
const invitations = () =>
  database.query("select recipient, body_text as text from mails where kind = 'invitation' order by recipient");
const recipients = async () => (await invitations()).map(({ recipient }) => recipient);
async function invitedLink(n = 0) {
  const mail = (await invitations()).find(({ recipient }) => recipient === addressOf(n));
  const url = new URL(/https?:\S+\/auth\/confirm\S+/.exec(String(mail?.text))?.[0] ?? "");
  return { token_hash: url.searchParams.get("token_hash") ?? "", type: url.searchParams.get("type") ?? "" };
}
type Link = { token_hash: string; type: string };
const open = (by: Browser, link: Link) => pageResult(confirm.action(by.requestArgs("/auth/confirm", link)));
const choose = (by: Browser) => pageResult(reset.action(by.requestArgs("/login/reset", { password: OWN })));
const opens = async (email: string, password: string) => (await signIn(newBrowser(), email, password)).ok;

describe("invitations", () => {
  test("go to those who are ticked or to all, once each, also when they are asked for twice and from another file", async () => {
    const path = await imported(4);
    expect(await textOf(path)).toContain("4 customers have no password");
    expect(await press(path, "invite-imported", [2, 3])).toMatchObject({ status: 303, to: path });
    await press(path, "invite-imported", [2, 3]);
    await Promise.all([run(), run(), run()]);
    expect(await recipients()).toEqual([addressOf(0), addressOf(1)]);
    await press(path, "all");
    await press(path, "all");
    await run();
    // What went out within the minute is no longer free for an issue of the newsletter.
    const [{ out, room } = {}] = await database.query(`select issue_room(600) as room,
      (select count(*)::int from import_lines where invited_at > now() - interval '1 minute') as out`);
    expect([Number(out) > 0, Number(room) + Number(out)]).toEqual([true, 600]);
    await database.query("update import_lines set invited_at = invited_at - interval '2 minutes'");
    await Promise.all([run(), run()]);
    expect(await recipients()).toEqual([0, 1, 2, 3].map(addressOf));
    expect(await textOf(path)).toContain(
      "4 invitations went out.Everybody in this file has a password or an invitation.",
    );
    // The same people in another file.
    const other = await imported(4);
    expect(await textOf(other)).not.toContain("have no password");
    await press(other, "all");
    await database.query("delete from mails");
    await run();
    expect(await recipients()).toEqual([]);
    const sent = await database.query(
      "select count(*)::int as n from desk_log where did = 'invitation-sent' and about_id = any ($1)",
      [(await accounts()).map(({ id }) => id)],
    );
    expect(sent).toEqual([{ n: 4 }]);
  });

  test("are not sent without a tick, or before the end of the import", async () => {
    const path = await imported(1);
    const { status, html } = await press(path, "invite-imported");
    expect([status, html]).toEqual([400, expect.stringContaining("Tick whom you want to invite.")]);
    const draft = await upload(`${HEAD}\n${addressOf(9)},N`);
    await press(draft, "all");
    await run();
    expect(await invitations()).toEqual([]);
  });

  test("leave no faster than the settings allow", async () => {
    const path = await imported(10);
    await press(path, "all");
    await run(8);
    expect(await recipients()).toHaveLength(2);
    for (let turn = 0; turn < 8; turn += 1) await run(8);
    expect(await recipients()).toHaveLength(8);
    await database.query("update import_lines set invited_at = invited_at - interval '2 minutes'");
    await run(8);
    expect(await recipients()).toHaveLength(10);
  });

  test("are not for a customer who signed in before, nor for one who chooses a password in between", async () => {
    const { email } = await newCustomer();
    const path = await upload(`${HEAD}\n${email},Njeri,,name-0-${mark}.co.ke,2027-12-31\n${addressOf(1)},N`);
    await press(path, "start-import");
    await run();
    expect(await textOf(path)).toContain("1 customer has no password");
    await press(path, "all");
    await database.query("update auth.users set email_confirmed_at = now() where email = $1", [addressOf(1)]);
    await run();
    expect(await invitations()).toEqual([]);
  });

  test("a customer who was invited by hand gets none", async () => {
    await renderPage(browser, "/desk/people/new", [
      ["email", addressOf(0)],
      ["name", "Njeri"],
    ]);
    const path = await imported(1);
    expect(await textOf(path)).toContain("Everybody in this file has a password or an invitation.");
  });
});

describe("the link of an invitation", () => {
  const invited = async () => {
    const path = await imported(1);
    await press(path, "all");
    await run();
    return invitedLink();
  };

  test("leads to choosing a password, keeps name, phone and names, and works once", async () => {
    const link = await invited();
    const [before] = await accounts();
    expect([before?.password, before?.confirmed]).toEqual(["", null]);
    const owner = newBrowser();
    const { html } = await renderPage(owner, `/auth/confirm?${new URLSearchParams(link)}`);
    expect(html).toContain("Choose my password");
    expect(await open(owner, link)).toMatchObject({ status: 303, to: "/login/reset" });
    expect(await choose(owner)).toMatchObject({ status: 303, to: "/" });
    expect(await whoIs(owner)).toMatchObject({
      account: { email: addressOf(0), name: "Njeri Kamau", phone: "+254712345678" },
    });
    expect(await opens(addressOf(0), OWN)).toBe(true);
    expect(await open(newBrowser(), link)).toMatchObject({ status: 400 });
    expect(await opens(addressOf(0), OWN)).toBe(true);
  });

  test("works after weeks, but not after 30 days", async () => {
    const link = await invited();
    const day = 86_400_000;
    const isOpenAfter = async (days: number) => {
      const later = vi.spyOn(Date, "now").mockReturnValue(Date.now() + days * day);
      const opened = await openInvitation(link.token_hash);
      later.mockRestore();
      return opened.ok;
    };
    expect([await isOpenAfter(29), await isOpenAfter(31)]).toEqual([true, false]);
  });

  test.each(["one letter", "all", "most"])(
    "is refused if it was changed (%s), and of a deleted account",
    async (change) => {
      const link = await invited();
      const { token_hash } = link;
      const other = token_hash.startsWith("x") ? "y" : "x";
      const forged = { "one letter": `${other}${token_hash.slice(1)}`, all: "", most: "A".repeat(150) }[change] ?? "";
      expect(await open(newBrowser(), { ...link, token_hash: forged })).toMatchObject({ status: 400 });
      expect((await accounts())[0]).toMatchObject({ confirmed: null });
      await database.query("delete from domains");
      await database.query("delete from auth.users where email = $1", [addressOf(0)]);
      expect(await open(newBrowser(), link)).toMatchObject({ status: 400 });
      expect(await accounts()).toEqual([]);
    },
  );

  test("stays good while the database does not answer", async () => {
    const link = await invited();
    await database.query("alter function public.invited_address(uuid) rename to away");
    const { status } = await open(newBrowser(), link);
    await database.query("alter function public.away(uuid) rename to invited_address");
    expect(status).toBe(503);
    expect(await open(newBrowser(), link)).toMatchObject({ status: 303, to: "/login/reset" });
  });
});

describe("somebody who signs up with an imported address", () => {
  const isEmpty = async () =>
    expect((await accounts())[0]).toMatchObject({ about: expect.not.objectContaining({ full_name: "Stranger" }) });

  test("before the import gets nothing: the owner chooses the password, and nothing of the stranger stays", async () => {
    const stranger = newBrowser();
    await signUp(stranger, addressOf(0), STRANGERS, "Stranger");
    const path = await imported(1);
    await press(path, "all");
    await run();
    const owner = newBrowser();
    expect(await open(owner, await invitedLink())).toMatchObject({ to: "/login/reset" });
    await isEmpty();
    expect(await opens(addressOf(0), STRANGERS)).toBe(false);
    expect(await choose(owner)).toMatchObject({ to: "/" });
    expect([await opens(addressOf(0), OWN), await opens(addressOf(0), STRANGERS)]).toEqual([true, false]);
    expect(await whoIs(stranger)).toEqual({ kind: "nobody" });
  });

  test("after the import is not blocked: the mail goes to the owner, who chooses a password, also without an invitation", async () => {
    const path = await imported(1);
    await aMinuteLater();
    const browserOfOwner = newBrowser();
    const link = await signUp(browserOfOwner, addressOf(0), STRANGERS, "Stranger");
    expect(await opens(addressOf(0), STRANGERS)).toBe(false);
    expect(await open(browserOfOwner, link)).toMatchObject({ to: "/login/reset" });
    await isEmpty();
    expect(await choose(browserOfOwner)).toMatchObject({ to: "/" });
    expect([await opens(addressOf(0), OWN), await opens(addressOf(0), STRANGERS)]).toEqual([true, false]);
    expect(await textOf(path)).toContain("Everybody in this file has a password or an invitation.");
    const owned = await database.query(
      "select name from domains where user_id = (select id from auth.users where email = $1)",
      [addressOf(0)],
    );
    expect(owned).toEqual([{ name: `name-0-${mark}.co.ke` }]);
  });

  test("between invitation and press: the link of the invitation still works, and the stranger’s password does not", async () => {
    const path = await imported(1);
    await press(path, "all");
    await run();
    await aMinuteLater();
    await signUp(newBrowser(), addressOf(0), STRANGERS, "Stranger");
    const owner = newBrowser();
    expect(await open(owner, await invitedLink())).toMatchObject({ to: "/login/reset" });
    await isEmpty();
    expect(await choose(owner)).toMatchObject({ to: "/" });
    expect(await opens(addressOf(0), STRANGERS)).toBe(false);
  });
});

test("nobody else sees imports", async () => {
  const path = await imported(1);
  const { browser: customer } = await newCustomer();
  for (const by of [customer, newBrowser()]) {
    for (const page of [PAGE, path, `${PAGE}.csv`]) expect((await renderPage(by, page)).html).not.toContain(mark);
    for (const form of ["start-import", "all"])
      expect((await renderPage(by, path, [["form", form]])).status).not.toBe(200);
  }
  expect(await textOf(path)).toContain("1 customer has no password");
});
