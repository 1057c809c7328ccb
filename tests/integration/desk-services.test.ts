import { describe, expect, test } from "vitest";
import { unsealServicePassword } from "#app/services/service-secret.server.ts";
import { at, baraka, mails, njeri, post as postOrder, textAt, wanjiku } from "./desk-order-fixtures.ts";
import {
  active,
  changed,
  type Fields,
  logged,
  NAME,
  ordered,
  post,
  REASON,
  row,
  SETUP,
  versionOf,
} from "./desk-service-fixtures.ts";
import { database, FIRST, stored } from "./order-fixtures.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";

describe("setting a service up", () => {
  test("ends its order, begins its year, seals the password and mails the customer, once if it is sent twice", async () => {
    const { order, id } = await ordered();
    expect(await textAt(`/desk/services/${id}`)).toMatch(/Ordered.*Deluxe hosting.*Mark as set up/);
    const typed = { ...SETUP, version: await versionOf(id) };
    for (const _ of [1, 2]) expect((await post(id, "setup", typed)).status).toBe(303);
    const { secret_sealed, access, state, starts_on, ends_on, price_ksh } = await row(id);
    const { password, ...way } = SETUP;
    expect([access, state, price_ksh]).toEqual([way, "active", 17148]);
    expect([starts_on, ends_on].map((day) => day !== null)).toEqual([true, true]);
    expect(unsealServicePassword(String(secret_sealed))).toBe(password);
    expect(await stored(order)).toMatchObject({ status: "done" });
    expect(await textAt("/dashboard/orders", njeri)).toContain("Your hosting is set up.");
    expect([await logged(id), await logged(order.id), await changed(id)]).toEqual([
      ["service-setup"],
      ["order-done"],
      ["ordered", "set-up"],
    ]);
    const sent = await mails();
    expect(sent).toMatchObject([{ recipient: FIRST.email, subject: `Ready: hosting for ${NAME}` }]);
    const everything = [sent, await database.query("select * from desk_log"), await textAt(`/desk/services/${id}`)];
    expect(JSON.stringify(everything)).not.toContain(password);
  });

  test("stores another password that comes within the minute", async () => {
    const { id } = await active(300);
    expect((await post(id, "setup", { ...SETUP, password: "Another-1" })).status).toBe(303);
    expect(unsealServicePassword(String((await row(id)).secret_sealed))).toBe("Another-1");
  });

  test("by two members of staff is done once, and the second reads who was first", async () => {
    const { id } = await ordered();
    const version = await versionOf(id);
    expect((await post(id, "setup", { ...SETUP, version })).status).toBe(303);
    const second = await post(id, "setup", { ...SETUP, password: "Another-1", version }, baraka);
    expect(second.status).toBe(409);
    expect(second.html).toMatch(/Wanjiku Kamau set it up at \d\d:\d\d\. It is active now/);
    expect(second.html).toContain(`name="version" value="${await versionOf(id)}"`);
    expect(unsealServicePassword(String((await row(id)).secret_sealed))).toBe(SETUP.password);
    expect([await logged(id), (await mails()).length]).toEqual([["service-setup"], 1]);
    // Now the second has read it.
    expect((await post(id, "setup", { ...SETUP, password: "Another-1" }, baraka)).status).toBe(303);
  });

  test.each<[string, Fields]>([
    ["panel", { panel: "http://web1.example.co.ke" }],
    ["panel", { panel: "javascript:alert(1)" }],
    ["panel", { panel: "https://njeri:secret@web1.example.co.ke" }],
    ["username", { username: "9njeri" }],
    ["username", { username: "a".repeat(17) }],
    ["host", { host: "web 1" }],
    ["ip", { ip: "192.0.2.300" }],
    ["password", { password: "ndizi mbivu" }],
  ])("refuses a wrong %s: %j, and gives the rest back, but no password", async (field, wrong) => {
    const { id } = await ordered();
    const { status, html } = await post(id, "setup", { ...SETUP, ...wrong });
    expect([status, html.includes(`id="setup-form-${field}-error"`) || html.includes(`${field}-error`)]).toEqual([
      400,
      true,
    ]);
    expect(html).not.toContain(SETUP.password);
    expect((await row(id)).state).toBe("ordered");
  });

  test.each<[string, "hosting" | "certificate", number]>([
    ["not paid yet", "hosting", 17148],
    ["without a bill", "hosting", 17148],
    ["without a price", "certificate", 0],
  ])("of an order %s needs a tick, and nobody reads that it was paid", async (words, kind, ksh) => {
    const { order, id } = await ordered(kind);
    await database.query("update orders set price_ksh = $2 where id = $1", [order.id, ksh]);
    if (words === "not paid yet") {
      const [bill] = await database.query(
        "insert into bills (user_id, reference, amount_ksh) values ($1, 'M0000001', 17148) returning id",
        [FIRST.id],
      );
      await database.query("update orders set bill_id = $2 where id = $1", [order.id, bill?.id]);
    }
    await database.query("insert into domains (user_id, name, expiry_date) values ($1, $2, now())", [FIRST.id, NAME]);
    expect(await textAt(`/desk/services/${id}`)).toContain(`Its order, ${words}`);
    const typed: Fields = kind === "hosting" ? SETUP : { cert_ends_on: at(199) };
    const asked = await post(id, "setup", { ...typed, early: "" });
    expect([asked.status, asked.html.includes("Tick it to set it up before it is paid.")]).toEqual([400, true]);
    const sent = JSON.stringify({ version: await versionOf(id) });
    const bare = await database.query("select desk_change_service($1, $2, 'setup', $3, '[]') as did", [
      ...[JSON.stringify({ id: FIRST.id, email: FIRST.email }), id, sent],
    ]);
    expect([bare, (await row(id)).state]).toEqual([[{ did: { outcome: "unpaid" } }], "ordered"]);
    expect((await post(id, "setup", typed)).status).toBe(303);
    expect((await row(id)).state).toBe("active");
    const read = [await textAt(`/desk/services/${id}`), await textAt(`/dashboard/services/${id}`, njeri)];
    for (const text of [...read, ...(await mails()).map(({ body_text }) => String(body_text))]) {
      expect(text).not.toMatch(/Paid\s*\d|[Pp]aid until|last paid day|KSh\s0/);
    }
    expect(read[0]).toContain("before it was paid");
  });

  test("is refused while a colleague has the order", async () => {
    const { order, id } = await ordered();
    await postOrder(baraka, order, "take");
    const { status, html } = await post(id, "setup", SETUP);
    expect([status, html.includes("Baraka Otieno has its order. It is ordered now.")]).toEqual([409, true]);
    expect((await row(id)).access).toEqual({});
  });

  test("of a certificate stores its last day, and shows the lock of the name", async () => {
    const nameless = await post((await ordered("certificate")).id, "setup", { cert_ends_on: at(199) });
    expect([nameless.status, nameless.html.includes("The customer has no such name")]).toEqual([409, true]);
    await database.query("delete from orders");
    await database.query("delete from services");
    await database.query(
      "insert into domains (user_id, name, expiry_date) values ($1, $2, now() + interval '100 days')",
      [FIRST.id, NAME],
    );
    const { id } = await ordered("certificate");
    expect((await post(id, "setup", { cert_ends_on: at(199) })).status).toBe(303);
    expect((await row(id)).state).toBe("active");
    const [domain] = await database.query("select ssl_status from domains where name = $1", [NAME]);
    expect(domain).toEqual({ ssl_status: "active" });
    expect(await textAt("/dashboard/orders", njeri)).toContain("Your certificate is in place.");
    expect((await post(id, "reissued", { cert_ends_on: at(150) })).status).toBe(303);
    expect(await changed(id)).toContain("reissued");
  });
});

test("the page has what happened to it, also what its customer and the site did", async () => {
  const { id } = await active(100);
  const [service] = await database.query("select user_id from services where id = $1", [id]);
  await database.query("select end_own_service($1, $2, true, '[]')", [service?.user_id, id]);
  expect((await post(id, "hold", { until: at(5), ...REASON })).status).toBe(303);
  const page = await readPage(`/desk/services/${id}`, wanjiku);
  const lines = page.texts("section:has(#history) li span:first-child");
  expect(lines).toEqual([
    expect.stringMatching(/^We do not suspend it until/),
    "The customer ended it",
    "Set up",
    "Ordered",
  ]);
  expect(page.texts("main").join()).toContain("The customer gets no mail.");
});

test("the list has first what waits for staff, the oldest first, then what ends next", async () => {
  const { id } = await active(300);
  for (const [name, days, wanted] of [
    ["soon", 9, null],
    ["late", 20, "plan"],
    ["last", 364, null],
  ] as const) {
    await database.query(
      `insert into services (user_id, kind, domain, plan, state, starts_on, ends_on, price_ksh, provider, access, wanted)
       select user_id, kind, $2, plan, state, starts_on, $3, price_ksh, provider, access, $4 from services where id = $1`,
      [id, `${name}.co.ke`, at(days), wanted],
    );
  }
  const rows = () => textAt("/desk/services").then((text) => text.match(/(?:soon|late|last)\.co\.ke|To do|others/g));
  // Beside the list, the first one is open.
  expect((await rows())?.slice(0, 5)).toEqual(["To do", "late.co.ke", "others", "soon.co.ke", "last.co.ke"]);
});

test("the list finds a service by its name and state, and its file has no data of the customer", async () => {
  const { id } = await ordered();
  for (const query of ["", "?state=ordered", "?kind=hosting", `?q=${NAME.slice(2, 8)}`, `?q=W${id.slice(0, 8)}`]) {
    expect([query, (await textAt(`/desk/services${query}`)).includes(NAME)]).toEqual([query, true]);
  }
  for (const query of ["?state=ended", "?kind=mail", "?q=hakuna"]) {
    expect([query, (await textAt(`/desk/services${query}`)).includes(NAME)]).toEqual([query, false]);
  }
  const { html } = await renderPage(wanjiku, "/desk/services.csv");
  expect(html).toContain(`hosting,${NAME},deluxe,,ordered`);
  expect(html).not.toContain(FIRST.email);
});
