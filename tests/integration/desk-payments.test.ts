import "./mpesa-settings.ts";
import { describe, expect, test } from "vitest";
import { listWork } from "#app/desk/work-rows.table.server.ts";
import { openPrompt } from "#app/payments/prompts.table.server.ts";
import { env } from "#app/platform/env.server.ts";
import {
  arrive,
  baraka,
  bill,
  CODE,
  did,
  expectSums,
  LIST,
  page,
  payment,
  post,
  said,
  wanjiku,
} from "./desk-payment-fixtures.ts";
import { billFor, database, pass, rows } from "./payment-fixtures.ts";
import { readPage, textOf } from "./read-page.ts";
import { renderPage } from "./render-page.ts";

const today = () => new Date(Date.now() - 60_000 + 3 * 3_600_000).toISOString().slice(0, 16);
const entry = (reference = "") => ({ code: CODE, ksh: "1,500", paidAt: today(), reference });
describe("a payment without a bill", () => {
  test("is listed first, says what a bill would become, and is counted once for the bill that a person chose", async () => {
    const { reference } = await billFor({ "duka.co.ke": 1500 });
    await arrive({ typedReference: "<b>MY SHOP</b>" });
    expect(await page(LIST)).toMatch(/Needs somebody.*KSh 1,500.*Without a bill · SG722NMVXQ/);
    expect(await page(`${LIST}/${CODE}`)).toContain("<b>MY SHOP</b>");
    for (const no of ["SG722NMVXX", "%00", "sg722nmvxq"]) {
      expect((await renderPage(wanjiku, `${LIST}/${no}`)).status).toBe(404);
    }
    expect(await page(`${LIST}/${CODE}?to=M0000000`)).toContain("No bill has this reference");
    const shown = await page(`${LIST}/${CODE}?to=${reference.toLowerCase()}`);
    expect(shown).toMatch(
      /customer@example\.co\.ke: KSh 1,500, KSh 0 paid\. .*duka\.co\.ke.*is then paid: it gets its receipt/,
    );
    expect(await payment()).toMatchObject({ state: "unmatched" });
    const match = { ksh: "1500", reference, expectedKsh: "1500" };
    for (const _press of [1, 2]) expect((await post(wanjiku, CODE, "match", match)).status).toBe(303);
    const [status, html] = await said(baraka, CODE, "match", match);
    expect([status, html]).toEqual([
      409,
      expect.stringMatching(/Wanjiku Kamau matched it with the bill M\w{7} at \d\d:\d\d/),
    ]);
    expect(await payment()).toMatchObject({ state: "counted", confirmed_by: "staff" });
    expect(await bill()).toMatchObject({ paid_ksh: 1500, number: expect.stringMatching(/-00001$/) });
    expect(await did()).toEqual(["payment-matched"]);
    expect(await page("/desk/log")).toMatch(/matched payment SG722NMVXQ with the bill M/);
    await expectSums();
  });

  test("is not counted with another amount, for no bill, or for a bill that was paid meanwhile", async () => {
    const { reference } = await billFor({ "duka.co.ke": 1500 });
    await arrive();
    for (const [fields, status, words] of [
      [{ ksh: "1400", reference, expectedKsh: "1500" }, 400, "not the amount that we have"],
      [{ ksh: "1500", reference: "M0000000", expectedKsh: "1500" }, 400, "No bill has this reference"],
      [{ ksh: "1500", reference, expectedKsh: "900" }, 409, "was paid meanwhile"],
      [{ ksh: "=1500", reference, expectedKsh: "1500" }, 400, "whole number of shillings"],
    ] as const) {
      expect(await said(wanjiku, CODE, "match", fields)).toEqual([status, expect.stringContaining(words)]);
    }
    expect([await payment(), await did()]).toMatchObject([{ state: "unmatched" }, []]);
  });

  test("that a customer told us of proposes the customer's bill", async () => {
    const { reference } = await billFor({ "duka.co.ke": 1500 });
    await database.query("update bills set typed_code = $1", [CODE]);
    expect(await page(LIST)).toContain("Said to be paid");
    expect(await page(`${LIST}?reference=${reference}&code=${CODE}`)).toContain(
      `The customer says that ${CODE} paid it`,
    );
    await arrive();
    const other = await billFor({ "shamba.co.ke": 900 });
    await database.query("update bills set typed_code = $1, opened_at = opened_at - interval '1 hour' where id = $2", [
      CODE,
      other.id,
    ]);
    const { document } = await readPage(`${LIST}/${CODE}`, wanjiku);
    expect(textOf(document.body)).toMatch(
      new RegExp(
        `bill ${other.reference} typed this code: KSh 900 is missing.*bill ${reference} typed this code: exactly this sum`,
      ),
    );
    expect(document.querySelector("[name=to]")?.getAttribute("value")).toBe(reference);
    expect(await page(LIST)).not.toContain("Said to be paid");
    await database.query("update bills set typed_code = case id when $1 then null else 'NOTTHERE01' end", [other.id]);
    const said = { reference, code: "NOTTHERE01" };
    for (const _press of [1, 2]) expect((await post(wanjiku, "", "not-there", said)).status).toBe(303);
    expect([await page(LIST), await did()]).toEqual([
      expect.not.stringContaining("Said to be"),
      ["bill-code-not-found"],
    ]);
  });

  test("with a code that paid another bill is still looked for, as its customer reads", async () => {
    const [paid, other] = [await billFor({ "duka.co.ke": 1500 }), await billFor({ "shamba.co.ke": 900 })];
    await arrive({ reference: paid.reference, confirmedBy: "token" });
    const opened = await openPrompt(other.id, "+254712345000");
    await database.query("select end_prompt($1, 'paid', '0', '')", [opened.ok && opened.value?.prompt?.id]);
    await pass(700);
    await database.query("update bills set typed_code = $1 where id = $2", [CODE, other.id]);
    expect(await page(LIST)).toContain(`Said to be paid · ${CODE} · ${other.reference}`);
    await post(wanjiku, "", "not-there", { reference: other.reference, code: CODE });
    expect(await page(LIST)).toContain(`no code · ${other.reference}`);
  });

  test("that M-PESA announced and the portal does not have frees the phone, and counts if it comes all the same", async () => {
    const its = await billFor({ "duka.co.ke": 1500 });
    const ask = async () => {
      const opened = await openPrompt(its.id, "+254712345000");
      return opened.ok ? opened.value : null;
    };
    const promptId = (await ask())?.prompt?.id ?? "";
    await database.query("select end_prompt($1, 'paid', '0', '')", [promptId]);
    await pass(700);
    expect(await page(LIST)).toContain("no code");
    expect(await ask()).toMatchObject({ isNew: false });
    const { reference } = its;
    expect(await page(`${LIST}?reference=${reference}&code=`)).toContain("has not told us the code");
    for (const _press of [1, 2]) {
      expect((await post(wanjiku, "", "not-there", { reference, code: "" })).status).toBe(303);
    }
    expect([await page(LIST), await did()]).toEqual([
      expect.stringContaining("No open payments"),
      ["bill-prompt-not-paid"],
    ]);
    expect(await ask()).toMatchObject({ isNew: true });
    await arrive({ promptId, source: "pull", confirmedBy: "pull" });
    expect(await bill()).toMatchObject({ paid_ksh: 1500, surplus_ksh: 0 });
    await expectSums();
  });
});

describe("an entry by hand", () => {
  test("counts only when somebody else has typed the same amount, and its code is entered once", async () => {
    const { reference } = await billFor({ "duka.co.ke": 1500 });
    for (const _press of [1, 2]) expect((await post(wanjiku, "", "enter", entry(reference))).status).toBe(303);
    expect(await said(baraka, "", "enter", entry(reference))).toEqual([
      409,
      expect.stringMatching(/Wanjiku Kamau entered it by hand: KSh\u00a01,500 at/),
    ]);
    expect(await payment()).toMatchObject({ state: "held", confirmed_by: null });
    const confirm = { ksh: "1500", expectedKsh: "1500" };
    expect(await page(`${LIST}/${CODE}`)).toMatch(/You typed this amount(?!.*I have seen it)/);
    for (const form of ["confirm", "match"]) {
      const [status, html] = await said(wanjiku, CODE, form, { ...confirm, reference });
      expect([status, html]).toEqual([409, expect.stringContaining("somebody else must confirm it")]);
    }
    expect(await page(`${LIST}/${CODE}`, baraka)).toMatch(
      /Wanjiku Kamau entered it by hand.*I have seen it in the portal/,
    );
    for (const _press of [1, 2]) expect((await post(baraka, CODE, "confirm", confirm)).status).toBe(303);
    expect(await bill()).toMatchObject({ paid_ksh: 1500, surplus_ksh: 0 });
    expect(await did()).toEqual(["payment-entered", "payment-confirmed"]);
    await expectSums();
  });

  test("with a wrong amount is corrected by one and confirmed by another, and a wrong one is deleted", async () => {
    const { reference } = await billFor({ "duka.co.ke": 1500 });
    await post(wanjiku, "", "enter", { ...entry(reference), ksh: "15000" });
    const right = { ksh: "1500", expectedKsh: "1500", differs: "on" };
    for (const _press of [1, 2]) expect((await post(baraka, CODE, "confirm", right)).status).toBe(303);
    expect(await payment()).toMatchObject({ state: "held", amount_ksh: 1500 });
    expect((await said(baraka, CODE, "confirm", { ...right, differs: "" }))[0]).not.toBe(303);
    expect((await post(wanjiku, CODE, "confirm", { ksh: "1500", expectedKsh: "1500" })).status).toBe(303);
    expect(await bill()).toMatchObject({ paid_ksh: 1500 });
    expect((await said(wanjiku, CODE, "delete"))[0]).toBe(409);
    await post(wanjiku, "", "enter", { ...entry(), code: "SG722NMVXR" });
    for (const _press of [1, 2]) expect((await post(baraka, "SG722NMVXR", "delete")).status).toBe(303);
    expect(await payment("SG722NMVXR")).toBeUndefined();
    expect(await did()).toEqual([
      ...["payment-entered", "payment-corrected", "payment-confirmed", "payment-entered", "payment-deleted"],
    ]);
    await expectSums();
  });

  test.each([
    [{ code: "SHORT" }, "10 letters and digits"],
    [{ ksh: "0" }, "whole number of shillings"],
    [{ paidAt: "2026-02-30T10:00" }, "Type the day and time"],
    [{ paidAt: "2099-01-01T10:00" }, "Type the day and time"],
    [{ reference: "M0000000" }, "No bill has this reference"],
    [{ reference: "'; drop table bills; --" }, "No bill has this reference"],
  ])("with %j is refused with what was typed, and nothing is stored", async (wrong, words) => {
    const [status, html] = await said(wanjiku, "", "enter", { ...entry(), ...wrong });
    expect([status, html]).toEqual([400, expect.stringContaining(words)]);
    expect(html).toContain(`value="${CODE in wrong ? "" : Object.values(wrong)[0]?.replaceAll("'", "&#x27;")}"`);
    expect([await rows("select code from payments"), await did()]).toEqual([[], []]);
  });

  test("that M-PESA itself reports counts without a witness and with M-PESA's amount, and is never deleted", async () => {
    const { reference } = await billFor({ "duka.co.ke": 1500 });
    await post(wanjiku, "", "enter", entry(reference));
    await arrive({ source: "pull", confirmedBy: "pull", reference });
    expect(await payment()).toMatchObject({ state: "counted", confirmed_by: "pull" });
    await post(wanjiku, "", "enter", { ...entry(), code: "SG722NMVXR" });
    await arrive({ code: "SG722NMVXR", amountKsh: 700, source: "pull", confirmedBy: "pull" });
    const shown = await page(`${LIST}/SG722NMVXR`);
    expect(shown).toMatch(/KSh 700, SG722NMVXR.*Typed by us ?KSh 1,500.*M-PESA reported ?KSh 700/);
    expect(shown).not.toContain("Delete the entry");
    expect((await said(wanjiku, "SG722NMVXR", "delete"))[0]).toBe(409);
    await expect(database.query("delete from payments where code = 'SG722NMVXR'")).rejects.toThrow("reported");
    expect(await payment("SG722NMVXR")).toMatchObject({ amount_ksh: 700 });
    expect(await said(baraka, "", "enter", entry(reference))).toMatchObject([409, expect.any(String)]);
  });
});

test("what waits is in the work list once, a held payment after ten minutes", async () => {
  const { reference } = await billFor({ "duka.co.ke": 1500 });
  await arrive({ source: "paybill", reference });
  const kinds = async () => {
    const work = await listWork([]);
    return work.ok
      ? work.value.items.filter(({ kind }) => kind.startsWith("payment")).map(({ kind, id }) => [kind, id])
      : [];
  };
  expect(await kinds()).toEqual([]);
  await pass(601);
  expect(await kinds()).toEqual([["payment-held", CODE]]);
  await arrive({ code: "SG722NMVXR" });
  expect(await kinds()).toEqual([
    ["payment-held", CODE],
    ["payment-unmatched", "SG722NMVXR"],
  ]);
});

test("without the settings of M-PESA the page says that payments are off", async () => {
  const { mpesa } = env;
  Object.assign(env, { mpesa: null });
  expect(await page(LIST)).toContain("Payments are off");
  Object.assign(env, { mpesa });
  expect(await page(LIST)).toContain("No open payments");
});
