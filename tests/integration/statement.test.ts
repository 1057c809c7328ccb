import "./mpesa-settings.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { readStatement } from "#app/payments/read-statement.server.ts";
import { readStatementRows } from "#app/payments/statement.table.server.ts";
import { readYear, yearOf, yearSpan } from "#app/payments/statement-words.ts";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { USE_FORM } from "#app/routes/pay/ui/due-back.tsx";
import { clientOf } from "./demo-customers.ts";
import { arrive, baraka, CODE, post, wanjiku } from "./desk-payment-fixtures.ts";
import { billFor, database, PAYER, rows, run } from "./payment-fixtures.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";
import { first, second } from "./two-customers.ts";

const PATH = "/dashboard/orders/statement";
const YEAR = yearOf(new Date());
const now = () => new Date().toISOString();
const read = async (search: Record<string, string> = {}) => {
  const found = await readStatement(trustedClient(), PAYER.id, new URLSearchParams(search));
  return found.ok ? found.value : expect.fail(found.message);
};

beforeEach(() => database.query("truncate credits"));

describe("the statement of a year", () => {
  test("says that money is due back after it came, also if its order had failed before", async () => {
    const bill = await billFor({ "duka.co.ke": 1500 });
    await database.query("update orders set status = 'failed'");
    await database.query("update orders set updated_at = now() - interval '3 days'");
    await arrive({ amountKsh: 1500, paidAt: now(), reference: bill.reference, confirmedBy: "token" });
    await run();
    const page = await readPage(PATH, first);
    const what = page.texts("tbody tr").join("\n").replaceAll("\u00a0", " ");
    expect(what).toMatch(/Payment: M-PESA[\s\S]*Due back to you.*1,500/);
    expect(page.texts(".receipt-money").join().replaceAll("\u00a0", " ")).toContain("KSh 1,500DUE BACK TO YOU");
  });

  test("lists payments, receipts, credit, credit notes and what went back in order, with the balance", async () => {
    const bill = await billFor({ "duka.co.ke": 1500, "shamba.co.ke": 500 });
    await arrive({ amountKsh: 2300, paidAt: now(), reference: bill.reference, confirmedBy: "token" });
    await run();
    await renderPage(first, `/dashboard/orders/pay/${bill.id}`, [
      ["form", "keep"],
      ["expectedKsh", "300"],
    ]);
    await database.query("update orders set status = 'failed' where domain = 'shamba.co.ke'");
    const back = { reference: bill.reference, way: "mpesa", code: "SBACK00001", ksh: "200", expectedKsh: "500" };
    expect((await post(wanjiku, CODE, "refund", back)).status).toBe(303);
    const other = await billFor({ "ghali.co.ke": 800 });
    await renderPage(first, `/dashboard/orders/pay/${other.id}`, [
      ["form", USE_FORM],
      ["expectedKsh", "300"],
    ]);
    const page = await readPage(PATH, first);
    expect([page.status, page.kept]).toEqual([200, "private, no-store"]);
    const lines = page.all(".statement-lines tbody tr").map((row) =>
      [...row.children]
        .map((cell) => [...cell.childNodes].filter(({ nodeName }) => nodeName !== "SMALL"))
        .map((words) =>
          words
            .map(({ textContent }) => textContent)
            .join("")
            .trim()
            .replaceAll("\u00a0", " "),
        )
        .join(" | "),
    );
    const [receipt, note] = [`Receipt ${YEAR}-00001`, `Credit note CN-${YEAR}-00001`];
    expect(lines).toEqual([
      `Balance on 1 Jan ${YEAR} | 0`,
      `${receipt} | +2,000 |  | 2,000`,
      `Payment: M-PESA ${CODE} |  | −2,300 | −300`,
      "KSh 300 kept for your next bill |  |  | −300",
      "KSh 300 of your credit used |  |  | −300",
      `${note} | −200 |  | −500`,
      "Paid back by M-PESA SBACK00001 |  | +200 | −300",
      `All of ${YEAR} | +1,800 | −2,100 | `,
      `Balance on ${dateOf(dayNumber(new Date())).words} | −300`,
    ]);
    const open = page.texts(".receipt-lines:not(.statement-lines) tbody tr").join("\n");
    expect(open).toMatch(new RegExp(`Bill ${other.reference}, not paid yet.*500`));
    expect(open).toMatch(/Due back to you.*300/);
    // The sum that matters is what is to be paid.
    expect(page.texts(".receipt-money").join().replaceAll("\u00a0", " ")).toContain("KSh 500TO PAY");
    // The credit was used for a part of a bill: it is paid, but no longer credit.
    expect(page.texts("main").join()).not.toContain("YOU HAVE WITH US");
    expect(page.texts(".receipt-end").join()).toContain("None of it is credit: it is on your bills.");
    expect((await readPage("/dashboard/orders", first)).link("Statement of the year")).toEqual([PATH]);
  });

  test("has a second line for a payment that was sent back or turned out void", async () => {
    const bill = await billFor({ "duka.co.ke": 1500 });
    const cheque = { number: "17", bank: "KCB", account: "4417", takenBy: "Baraka", ksh: "700" };
    const paidAt = dateOf(dayNumber(new Date())).iso;
    await post(wanjiku, "", "enter-cheque", { ...cheque, paidAt, reference: bill.reference });
    const [entered] = await rows("select code from payments");
    await post(baraka, String(entered?.code), "confirm", { ksh: "700", expectedKsh: "1500" });
    await arrive({ amountKsh: 900, paidAt: now(), reference: bill.reference, confirmedBy: "token" });
    await run();
    expect(await rows("select state from payments order by code")).toEqual([
      { state: "counted" },
      { state: "counted" },
    ]);
    const before = await read();
    expect([before.statement.paid, before.statement.closing]).toEqual(["−1,600", "−100"]);
    await database.query(
      `select desk_void_payment('{"id": "${PAYER.id}", "email": "staff@example.co.ke"}', '${entered?.code}', 700, '[]')`,
    );
    const { statement } = await read();
    expect(statement.lines.map(({ what, charged, paid }) => [what.split(":")[0], charged, paid])).toEqual([
      [expect.stringContaining("Receipt"), "+1,500", ""],
      ["Payment", "", "−700"],
      ["Payment", "", "−900"],
      [expect.stringContaining("Credit note"), "−1,500", ""],
      ["Did not reach us", "", "+700"],
    ]);
    expect(statement.waiting.map(({ what, amount }) => [what, amount])).toEqual([
      [`Bill ${bill.reference}, not paid yet`, "600"],
    ]);
    expect([statement.charged, statement.paid, statement.closing]).toEqual(["0", "−900", "−900"]);
  });

  test("does not ask for a bill whose money is looked for", async () => {
    const bill = await billFor({ "duka.co.ke": 1500 });
    const other = await billFor({ "ghali.co.ke": 800 });
    const big = async () => (await readPage(PATH, first)).texts(".receipt-money").join().replaceAll("\u00a0", " ");
    expect(await big()).toContain("KSh 2,300TO PAY");
    const type = (code: string, id: string) => database.query(`select add_typed_code('${id}', '${code}')`);
    await type("SG722NMVXQ", bill.id);
    expect(await big()).toContain("KSh 800TO PAY");
    await type("SG722NMVXR", other.id);
    expect(await big()).toContain("KSh 2,300WE LOOK FOR YOUR PAYMENT");
    const { statement } = await read();
    expect(statement.waiting.map(({ what }) => what).toSorted()).toEqual(
      [bill, other].map(({ reference }) => `Bill ${reference}, we look for your payment`).toSorted(),
    );
  });

  test("says so when nothing happened, and leads to the other years", async () => {
    const empty = await readPage(PATH, first);
    expect(empty.texts("tbody tr")).toContain(`Nothing happened in ${YEAR}.`);
    expect(empty.all("nav[aria-label='Years']")).toHaveLength(0);
    const bill = await billFor({ "duka.co.ke": 1500 });
    const paidAt = new Date(yearSpan(YEAR).since.getTime() - 1000).toISOString();
    await arrive({ amountKsh: 100, paidAt, reference: bill.reference, confirmedBy: "token" });
    const page = await readPage(PATH, first);
    expect(page.texts("tbody tr")[0]).toBe(`Balance on 1 Jan ${YEAR}−100`);
    expect(page.link(String(YEAR - 1))).toEqual([`?year=${YEAR - 1}`]);
    const past = await readPage(`${PATH}?year=${YEAR - 1}`, first);
    expect(past.texts(".statement-lines tbody tr").at(-1)).toBe(`Balance on 31 Dec ${YEAR - 1}−100`);
    for (const odd of ["x", "1999", String(YEAR + 1), "2026-01"])
      expect((await readPage(`${PATH}?year=${odd}`, first)).texts("h1")).toEqual([`Statement ${YEAR}`]);
    expect((await readPage(`${PATH}?after=x~y`, first)).status).toBe(200);
  });

  test("shows all of 1,203 lines on pages that carry the balance forward", async () => {
    await billFor({ "duka.co.ke": 1500 });
    await database.query(`
      insert into payments (code, user_id, bill_id, amount_ksh, paid_at, received_at, source, state, confirmed_by)
      select 'SAA' || lpad(n::text, 7, '0'), user_id, id, n, now() - interval '1 second' * (n / 3), now(), 'paybill', 'surplus', 'pull'
      from bills, generate_series(1, 1203) as n`);
    const { since } = yearSpan(YEAR);
    const here = Number(
      (await rows(`select count(*)::int as n from payments where paid_at >= '${since.toISOString()}'`))[0]?.n,
    );
    const keys: string[] = [];
    let balance: string | undefined;
    for (let search: string | null = ""; search !== null; ) {
      const page: Awaited<ReturnType<typeof read>> = await read(Object.fromEntries(new URLSearchParams(search)));
      if (balance !== undefined) expect(page.statement.brought).toBe(balance);
      balance = page.statement.lines.at(-1)?.after;
      keys.push(...page.statement.lines.map(({ key }) => key));
      expect(page.statement.closing).toBe("−724,206");
      search = page.more;
    }
    expect([new Set(keys).size, keys.length]).toEqual([here, here]);
  });
});

describe("for others", () => {
  test("the database shows a customer nothing of another's statement", async () => {
    const bill = await billFor({ "duka.co.ke": 1500 });
    await arrive({ amountKsh: 1500, paidAt: now(), reference: bill.reference, confirmedBy: "token" });
    const span = { ...yearSpan(YEAR), after: undefined };
    const linesOf = async (browser: typeof first) => {
      const found = await readStatementRows(clientOf(browser), PAYER.id, span);
      return found.ok ? found.value.lines.length : expect.fail(found.message);
    };
    expect([await linesOf(first), await linesOf(second)]).toEqual([1, 0]);
    expect((await readPage(PATH, second)).texts("tbody tr")).toContain(`Nothing happened in ${YEAR}.`);
  });

  test("staff read it after they said why they look at the person", async () => {
    const person = `/desk/people/${PAYER.id}`;
    expect((await renderPage(wanjiku, `${person}/statement`)).to).toBe(person);
    await renderPage(wanjiku, person, [
      ["form", "look"],
      ["reason", "payment"],
    ]);
    expect((await readPage(person, wanjiku)).link("Statement of the year")).toEqual([`${person}/statement`]);
    const page = await readPage(`${person}/statement`, wanjiku);
    expect([page.texts("h1"), page.texts(".receipt-who").join()]).toEqual([
      [`Statement ${YEAR}`],
      expect.stringContaining("customer@example.co.ke"),
    ]);
  });
});

test("a year begins and ends at midnight in Nairobi, and a year to come is read as the present one", () => {
  expect(yearSpan(2026)).toEqual({ since: new Date("2025-12-31T21:00:00Z"), until: new Date("2026-12-31T21:00:00Z") });
  const eve = new Date("2026-12-31T21:00:00Z");
  expect([readYear(null, eve), readYear("2026", eve), readYear("2028", eve)]).toEqual([2027, 2026, 2027]);
});
