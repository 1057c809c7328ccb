import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { nowMs } from "#app/platform/clock.ts";
import { openStopLink } from "#app/requests/ask.server.ts";
import { openDueRequests } from "#app/requests/requests.table.server.ts";
import { newBrowser } from "./browser.ts";
import { signedIn } from "./demo-customers.ts";
import { add, database, FIRST, SECOND } from "./desk-name-fixtures.ts";
import { njeri, textAt } from "./desk-order-fixtures.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";

const PASSWORD = { password: "sandbox-password" };
const SERVERS = { servers: "ns1.example.com\nNS2.example.com." };
const HOUR_MS = 3_600_000;
let NAME = "";
let PATH = "";
let tests = 0;

beforeEach(async () => {
  NAME = `duka-${++tests}.co.ke`;
  PATH = `/dashboard/domains/${NAME}/control`;
  await add(NAME, FIRST.id, { days: 100 });
});
afterEach(async () => {
  await database.query("delete from name_requests");
  await database.query("delete from account_changes");
});

const ask = (form: string, fields: Record<string, string> = {}, browser = njeri) =>
  renderPage(browser, PATH, [["form", form], ...Object.entries(fields)]);
const rows = () => database.query("select * from name_requests order by created_at");
const hoursLeft = async () => {
  const [one] = await rows();
  return Math.round(Math.abs(new Date(String(one?.not_before)).getTime() - nowMs()) / HOUR_MS);
};
const mails = () => database.query("select recipient, subject, body_text from mails where tags::text like '%request%'");
/** The path of the link in the newest mail that stops a request. */
async function stopPath(): Promise<string> {
  const [mail] = await mails();
  return /\/stop\/[\w-]+/.exec(String(mail?.body_text))?.[0] ?? "";
}
const changed = (kind: string, days: number, newEmail: string | null = null) =>
  database.query(
    `insert into account_changes (user_id, kind, email, new_email, created_at)
     values ($1, $2, 'before@example.co.ke', $3, now() - $4 * interval '1 day')`,
    [FIRST.id, kind, newEmail, days],
  );

describe("a request about a name", () => {
  test("waits a day, is mailed at once, and is one however often its form is sent", async () => {
    const sent = await Promise.all([ask("servers", SERVERS), ask("servers", SERVERS), ask("servers", SERVERS)]);
    expect(sent.map(({ status, to }) => [status, to])).toEqual(Array(3).fill([303, PATH]));
    const [request, ...others] = await rows();
    expect([others, request?.state, await hoursLeft()]).toEqual([[], "waiting", 24]);
    expect(request?.wanted).toEqual({ servers: ["ns1.example.com", "ns2.example.com"] });
    const all = await mails();
    expect(all).toMatchObject([
      { recipient: FIRST.email, subject: `You asked us to change the name servers of ${NAME}` },
    ]);
    expect(String(all[0]?.body_text)).toContain("ns2.example.com");
    expect(await textAt(PATH, njeri)).toContain("so that you can stop it");
    const other = await ask("servers", { servers: "a.example.com\nb.example.com" });
    expect([other.status, other.html.includes("Cancel that request first")]).toEqual([409, true]);
  });

  test.each(["password", "address", "step-on", "step-off"])(
    "waits three days after a change of the account: %s",
    async (kind) => {
      await changed(kind, 2);
      await ask("unlock");
      expect(await hoursLeft()).toBe(72);
    },
  );

  test("waits three days after an invited customer chose the first password, and no longer", async () => {
    const invited = "update auth.users set invited_at = now(), email_confirmed_at = now() - $2::interval where id = $1";
    for (const [ago, hours] of [
      ["2 days", 72],
      ["4 days", 24],
    ]) {
      await database.query(invited, [FIRST.id, ago]);
      await ask("unlock");
      expect([ago, await hoursLeft()]).toEqual([ago, hours]);
      await database.query("delete from name_requests");
    }
    await database.query("update auth.users set invited_at = null where id = $1", [FIRST.id]);
  });

  test("waits a day after a change four days ago, and after a change of the phone number", async () => {
    await changed("password", 4);
    await changed("phone", 1);
    await ask("unlock");
    expect(await hoursLeft()).toBe(24);
  });

  test("is mailed to the address before, too, for 30 days, without the holder's data", async () => {
    await changed("address", 29, FIRST.email);
    const holder = {
      name: "Otieno Ouma",
      address: "P.O. Box 1, Kisumu",
      phone: "0712 345 678",
      email: "o@example.com",
    };
    expect((await ask("holder", holder)).status).toBe(303);
    const all = await mails();
    expect(all.map(({ recipient }) => recipient).sort()).toEqual(["before@example.co.ke", FIRST.email]);
    for (const { body_text } of all) expect(String(body_text)).not.toMatch(/Otieno|Kisumu|712/);
    expect((await rows())[0]?.wanted).toEqual({ ...holder, phone: "+254712345678" });
  });

  test("is open for staff when its time has come, and not before", async () => {
    await ask("unlock");
    const state = async (hours: number) => {
      await openDueRequests(new Date(nowMs() + hours * HOUR_MS));
      return (await rows())[0]?.state;
    };
    expect(await state(23.9)).toBe("waiting");
    expect(await state(24.1)).toBe("open");
  });

  test("for the lock is offered as what changes something, as far as we know", async () => {
    const folds = async () => (await readPage(PATH, njeri)).texts("details.fold summary")[1];
    expect(await folds()).toBe("Lock or unlock the name");
    await ask("unlock");
    expect(await folds()).toBe("Get its transfer code");
    await database.query("update name_requests set state = 'done', ended_at = now()");
    expect(await folds()).toBe("Lock the name");
  });

  test("locks at once", async () => {
    await changed("password", 1);
    await ask("lock");
    expect([(await rows())[0]?.state, await hoursLeft()]).toEqual(["open", 0]);
  });

  test("for the transfer code needs the password", async () => {
    const wrong = await ask("code", { password: "wrong-password" });
    expect([wrong.status, wrong.html.includes("This is not your password")]).toEqual([400, true]);
    expect((await ask("code")).status).toBe(400);
    expect(await rows()).toEqual([]);
    expect((await ask("code", PASSWORD)).status).toBe(303);
    expect(JSON.stringify([await rows(), await mails()])).not.toContain(PASSWORD.password);
  });

  test.each([
    ["one server", "ns1.example.com"],
    ["seven servers", Array.from({ length: 7 }, (_, at) => `ns${at}.example.com`).join("\n")],
    ["the same server twice", "ns1.example.com\nNS1.example.com."],
    ["an IP address", "ns1.example.com\n203.0.113.9"],
    ["a name with an underscore", "ns1.example.com\nns_2.example.com"],
    ["an empty field", ""],
  ])("rejects name servers with %s at the field", async (_what, servers) => {
    const { status, html } = await ask("servers", { servers });
    expect([status, html.includes('id="servers-form-servers-error"'), await rows()]).toEqual([400, true, []]);
  });

  test("is cancelled by its customer only, once", async () => {
    await ask("unlock");
    const request = String((await rows())[0]?.id);
    const second = await signedIn(SECOND.email);
    expect((await ask("cancel", { request }, second)).status).toBe(404);
    await add(`theirs-${NAME}`, SECOND.id, { days: 9 });
    const theirs = `/dashboard/domains/theirs-${NAME}/control`;
    const forms: [string, string][] = [
      ["form", "cancel"],
      ["request", request],
    ];
    expect((await renderPage(second, theirs, forms)).status).toBe(409);
    expect((await rows())[0]?.state).toBe("waiting");
    expect((await ask("cancel", { request })).status).toBe(303);
    expect((await rows())[0]?.state).toBe("cancelled");
    // The next request is a new one.
    expect((await ask("unlock")).status).toBe(303);
    expect(await rows()).toHaveLength(2);
  });

  test.each(["left", "elsewhere"])("is impossible for a name that is not with us: %s", async (state) => {
    await ask("unlock");
    await database.query(
      state === "left"
        ? "update domains set status = 'left' where name = $1"
        : "update domains set held = 'elsewhere' where name = $1",
      [NAME],
    );
    const sent = await ask("lock");
    expect(sent.status).toBe(state === "left" ? 404 : 409);
    expect((await rows()).map(({ state }) => state)).toEqual([state === "left" ? "cancelled" : "waiting"]);
  });
});

describe("the link that stops a request", () => {
  test("needs no sign-in and a button, and says that it is stopped when it is pressed again", async () => {
    await ask("code", PASSWORD);
    const path = await stopPath();
    const page = await renderPage(newBrowser(), path);
    expect([page.status, page.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
    expect(page.html).toContain("Stop this request");
    expect((await rows())[0]?.state).toBe("waiting");
    for (let press = 0; press < 2; press++) {
      const pressed = await renderPage(newBrowser(), path, [["stop", "1"]]);
      expect([pressed.status, pressed.to]).toEqual([303, path]);
      expect((await renderPage(newBrowser(), path)).html).toContain("It is stopped");
    }
    expect((await rows())[0]?.state).toBe("cancelled");
  });

  test.each(["x", "%00", "A".repeat(300)])("that is bad leads to a neutral page: %j", async (token) => {
    await ask("unlock");
    for (const fields of [undefined, [["stop", "1"]] as [string, string][]]) {
      const { status, html } = await renderPage(newBrowser(), `/stop/${token}`, fields);
      expect([status, html.includes("This link no longer works")]).toEqual([404, true]);
      expect(html).not.toContain(NAME);
    }
    expect((await rows())[0]?.state).toBe("waiting");
  });

  test("is sealed: a changed one stops nothing", async () => {
    await ask("unlock");
    const token = (await stopPath()).replace("/stop/", "");
    expect(openStopLink(token)).toBe((await rows())[0]?.id);
    expect(openStopLink(`${token.slice(0, -8)}AAAAAAAA`)).toBeUndefined();
  });
});
