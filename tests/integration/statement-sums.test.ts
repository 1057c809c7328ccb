import "./mpesa-settings.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readStatement } from "#app/payments/read-statement.server.ts";
import { yearOf, yearSpan } from "#app/payments/statement-words.ts";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { billFor, database, PAYER, rows } from "./payment-fixtures.ts";

const YEAR = yearOf(new Date());
const numberOf = (shown: string) => Number(shown.replace(/,/g, "").replace("−", "-"));
const read = async (search: Record<string, string>) => {
  const found = await readStatement(trustedClient(), PAYER.id, new URLSearchParams(search));
  return found.ok ? found.value : expect.fail(found.message);
};

const begins = [YEAR - 1, YEAR].map((year) => yearSpan(year).since.getTime());
const moment = fc
  .tuple(
    fc.constantFrom(...begins),
    fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -20_000_000, max: 20_000_000 })),
  )
  .map(([begin, seconds]) => new Date(begin + seconds * 1000));
const KINDS = [
  "payment",
  "void",
  "returned",
  "receipt",
  "note",
  "back",
  "goodwill",
  "paid-out",
  "kept",
  "held",
  "credit",
] as const;
const event = fc.record({
  kind: fc.constantFrom(...KINDS),
  at: moment,
  ended: moment,
  ksh: fc.integer({ min: 1, max: 900_000 }),
});
type Event = typeof event extends fc.Arbitrary<infer One> ? One : never;

/** Stores an event, and returns what it charges and pays at which moment. */
async function store({ kind, at, ended, ksh }: Event, index: number) {
  const code = `SB${String(index).padStart(8, "0")}`;
  const [bill] = await rows("select id, user_id from bills");
  const whose = `'${bill?.user_id}', '${bill?.id}'`;
  const when = `'${at.toISOString()}'`;
  const later = new Date(Math.max(at.getTime(), ended.getTime()));
  const line = (charged: number, paid: number, of = at) => ({ at: of, charged, paid });
  const pay = (state: string, source = "paybill", end = "null") =>
    database.query(`insert into payments (code, user_id, bill_id, amount_ksh, paid_at, received_at, source, state, ended_at)
      values ('${code}', ${whose}, ${ksh}, ${when}, ${when}::timestamptz + interval '1 hour', '${source}', '${state}', ${end})`);
  const credit = (why: string, sum: number, more: string) =>
    database.query(`insert into credits (user_id, bill_id, ksh, why, note, payment_code, created_at)
      values ('${bill?.user_id}', ${more.replace("its", `'${bill?.id}'`)}, ${sum}, '${why}', 'Why', ${why === "paid-out" ? `'${code}'` : "null"}, ${when})`);
  const issue = (number: string) =>
    database.query(`insert into receipts (number, user_id, bill_id, issued_at, gross_ksh, vat_cents, seller, buyer, lines, paid_with)
      values ('${number}', ${whose}, ${when}, ${ksh}, 0, '{}', '{}', '[]', '[]')`);
  switch (kind) {
    case "payment":
      await pay(index % 2 === 0 ? "counted" : "kept");
      return [line(0, ksh)];
    case "void":
    case "returned":
      await pay(kind, "paybill", `'${later.toISOString()}'`);
      return [line(0, ksh), line(0, -ksh, later)];
    case "held":
      await pay("held");
      return [];
    case "credit":
      await pay("counted", "credit");
      return [];
    case "receipt":
      await issue(`R-${index}`);
      return [line(ksh, 0)];
    case "note":
      await issue(`R-${index}`);
      await database.query(`insert into credit_notes (number, receipt_number, user_id, issued_at, gross_ksh, vat_cents, way, code)
        values ('CN-${index}', 'R-${index}', '${bill?.user_id}', '${later.toISOString()}', ${ksh}, 0, 'mpesa', 'X')`);
      return [line(ksh, 0), line(-ksh, 0, later)];
    case "back":
      await database.query(`update bills set pay_backs = pay_backs || $1::jsonb`, [
        JSON.stringify({ at: at.toISOString(), ksh, way: "bank", code: "FT-1" }),
      ]);
      return [line(0, -ksh)];
    case "goodwill":
      await credit("goodwill", ksh, "null");
      return [line(0, ksh)];
    case "paid-out":
      await credit("paid-out", -ksh, "null");
      return [line(0, -ksh)];
    case "kept":
      await credit("surplus", ksh, "its");
      return [line(0, 0)];
  }
}

test("of any money, each line is in one year, years join without a gap, and sums are those of the documents", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 25 }), async (events) => {
      await database.query("truncate payments, receipts, credit_notes, credits, bills, orders cascade");
      await billFor({ "duka.co.ke": 1 });
      // Not a line of its own: it is paid, and its receipt is issued.
      await database.query(
        "update bills set paid_at = now(), paid_ksh = 1, number = 'R-paid', issued_number = 'R-paid'",
      );
      const model: { at: Date; charged: number; paid: number }[] = [];
      for (const [index, one] of events.entries()) model.push(...(await store(one, index)));
      const sum = (of: typeof model, what: "charged" | "paid") => of.reduce((all, line) => all + line[what], 0);
      let [closing, count] = [0, 0];
      for (const year of [YEAR - 2, YEAR - 1, YEAR]) {
        const { since, until } = yearSpan(year);
        const lines = model.filter(({ at }) => at >= since && at < until);
        const { statement, more } = await read({ year: String(year) });
        expect(numberOf(statement.opening)).toBe(closing);
        expect([statement.charged, statement.paid].map(numberOf)).toEqual([
          sum(lines, "charged"),
          0 - sum(lines, "paid"),
        ]);
        for (const { charged, paid, after } of statement.lines) {
          closing += numberOf(paid) + numberOf(charged);
          expect(numberOf(after)).toBe(closing);
        }
        expect([numberOf(statement.closing), statement.lines.length, more]).toEqual([closing, lines.length, null]);
        count += lines.length;
      }
      expect(count).toBe(model.length);
      const [documents] = await rows(`select
        (select coalesce(sum(gross_ksh), 0) from receipts) - (select coalesce(sum(gross_ksh), 0) from credit_notes) as charged`);
      expect(sum(model, "charged")).toBe(Number(documents?.charged));
    }),
    { numRuns: process.env.LONG === "1" ? 200 : 12 },
  );
});
