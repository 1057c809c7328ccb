/** Random rows around the ends of months in Nairobi, with what each adds to the income of its month. */
import fc from "fast-check";
import { dateOf, dayNumber, startOfDay } from "#app/platform/text/nairobi-day.ts";
import { FIRST } from "./order-fixtures.ts";

export type Sums = Record<string, number>;
/** A row that is stored, when it counts, and what it adds to which sums. */
type Entry = { at: Date; sums: Sums; sql: string; values: unknown[] };

export const BILL = "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a99";
export const KINDS = ["renew", "register", "transfer", "hosting", "certificate"] as const;
export const NOW = new Date("2026-12-02T02:00:00Z");
export const monthOf = (at: Date) => dateOf(dayNumber(at)).iso.slice(0, 7);

/** Moments around the ends of months in Nairobi, and any others, also before the 24 months. */
const anyMoment = fc.oneof(
  fc.tuple(fc.integer({ min: 0, max: 25 }), fc.constantFrom(-1, 0, 1)).map(([months, ms]) => {
    const first = startOfDay(dayNumber(new Date(Date.UTC(2026, 11 - months, 1))));
    return new Date(first.getTime() + ms);
  }),
  fc.integer({ min: Date.UTC(2024, 9, 1), max: NOW.getTime() }).map((ms) => new Date(ms)),
);
const anyKsh = fc.integer({ min: 1, max: 400_000 });

let count = 0;
const code = () => `T${String(count++).padStart(9, "0")}`;

const anyPayment = fc
  .record({
    at: anyMoment,
    ksh: anyKsh,
    source: fc.constantFrom("stk", "paybill", "pull", "staff", "bank", "cash", "cheque", "credit"),
    state: fc.constantFrom("held", "counted", "surplus", "unmatched", "returned", "kept", "void"),
    confirmed: fc.constantFrom(null, "staff"),
  })
  .map(({ at, ksh, source, state, confirmed }): Entry => {
    const isOwn = ["bank", "cash", "cheque"].includes(source);
    const arrived = !["held", "void"].includes(state) && (state !== "unmatched" || confirmed !== null);
    return {
      at,
      sums: arrived && source !== "credit" ? { [isOwn ? "other" : "mpesa"]: ksh } : {},
      sql: `insert into payments (code, user_id, bill_id, amount_ksh, paid_at, source, state, confirmed_by, own_number)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      values: [
        ...[isOwn ? `${source.toUpperCase()}-${code()}` : code(), FIRST.id, BILL, ksh],
        ...[at, source, state, confirmed, isOwn ? "1" : null],
      ],
    };
  });

const anyCredit = fc
  .record({ at: anyMoment, ksh: anyKsh, why: fc.constantFrom("surplus", "used", "goodwill", "paid-out") })
  .map(({ at, ksh, why }): Entry => {
    const sum = why === "used" ? "credit" : why === "paid-out" ? "back" : undefined;
    const payment = why === "used" ? `CR${code().slice(2)}` : why === "paid-out" ? `PO${code().slice(2)}` : null;
    return {
      at,
      sums: sum === undefined ? {} : { [sum]: ksh },
      sql: `insert into credits (user_id, ksh, why, bill_id, payment_code, note, created_at)
        values ($1, $2, $3, $4, $5, $6, $7)`,
      values: [
        ...[FIRST.id, sum ? -ksh : ksh, why, ["surplus", "used"].includes(why) ? BILL : null],
        ...[payment, why === "goodwill" ? "Sorry" : null, at],
      ],
    };
  });

const anyRefund = fc
  .record({
    at: anyMoment,
    ksh: anyKsh,
    did: fc.constantFrom("bill-refunded", "bill-surplus-returned", "payment-returned", "bill-kept", "payment-void"),
  })
  .map(
    ({ at, ksh, did }): Entry => ({
      at,
      sums: did === "bill-kept" || did === "payment-void" ? {} : { back: ksh },
      sql: `insert into desk_log (at, staff, staff_email, did, about_kind, about_id, detail)
        values ($1, $2, 'a@example.co.ke', $3, 'bill', 'M0000000', jsonb_build_object('ksh', $4::integer))`,
      values: [at, FIRST.id, did, ksh],
    }),
  );

/** A receipt and, for some, a credit note on another day. */
const anyReceipt = fc
  .record({
    at: anyMoment,
    lines: fc.array(fc.record({ kind: fc.constantFrom(...KINDS), ksh: anyKsh }), { minLength: 1, maxLength: 4 }),
    percent: fc.constantFrom(null, 16),
    back: fc.option(fc.record({ at: anyMoment, share: fc.double({ min: 0.01, max: 1, noNaN: true }) })),
  })
  .map(({ at, lines, percent, back }): Entry[] => {
    const gross = lines.reduce((sum, { ksh }) => sum + ksh, 0);
    const vatOf = (ksh: number) => (percent === null ? 0 : Math.round((ksh * 100 * percent) / (100 + percent)));
    const number = code();
    const returned = back ? Math.ceil(gross * back.share) : 0;
    const byKind = lines.map(({ kind, ksh }): Sums => ({ [kind]: ksh }));
    return [
      {
        at,
        sums: add([{ receipts: gross, vat: vatOf(gross) }, ...byKind]),
        sql: `insert into receipts (number, bill_id, user_id, issued_at, gross_ksh, vat_percent, vat_cents, seller, buyer, lines,
          paid_with) values ($1, $2, $3, $4, $5, $6, $7, '{}', '{}', $8, '[]')`,
        values: [number, BILL, FIRST.id, at, gross, percent, vatOf(gross), JSON.stringify(lines)],
      },
      ...(back
        ? [
            {
              at: back.at,
              sums: { notes: returned, vat: -vatOf(returned) },
              sql: `insert into credit_notes (number, receipt_number, user_id, issued_at, gross_ksh, vat_percent, vat_cents, way, code)
                values ($1, $2, $3, $4, $5, $6, $7, 'mpesa', 'X')`,
              values: [`CN-${number}`, number, FIRST.id, back.at, returned, percent, vatOf(returned)],
            },
          ]
        : []),
    ];
  });

const anyName = fc
  .record({ at: anyMoment, what: fc.constantFrom(...KINDS, "lost", "elsewhere"), isDone: fc.boolean() })
  .map(({ at, what, isDone }): Entry => {
    const name = `${code().toLowerCase()}.co.ke`;
    if (what === "lost" || what === "elsewhere") {
      const isOver = at.getTime() < NOW.getTime() - 24 * 3600_000;
      return {
        at,
        sums: what === "lost" && isOver ? { lost: 1 } : {},
        sql: "insert into domains (user_id, name, expiry_date, held) values ($1, $2, $3, $4)",
        values: [FIRST.id, name, at, what === "lost" ? "us" : "elsewhere"],
      };
    }
    const sum = { renew: "renewed", register: "new", transfer: "new", hosting: "", certificate: "" }[what];
    return {
      at,
      sums: isDone && sum ? { [sum]: 1 } : {},
      sql: `insert into orders (user_id, kind, domain, price_ksh, status, idempotency_key, updated_at)
        values ($1, $2, $3, 100, $4, $3, $5)`,
      values: [FIRST.id, what, name, isDone ? "done" : "requested", at],
    };
  });

/** Adds up sums by name, without those that are 0. */
export function add(all: readonly Sums[]): Sums {
  const total: Sums = {};
  for (const sums of all) for (const [name, n] of Object.entries(sums)) total[name] = (total[name] ?? 0) + n;
  return Object.fromEntries(Object.entries(total).filter(([, n]) => n !== 0));
}

/** Any rows that the income sums up. */
export const anyRows = fc
  .tuple(
    fc.array(anyPayment, { maxLength: 20 }),
    fc.array(anyCredit, { maxLength: 6 }),
    fc.array(anyRefund, { maxLength: 6 }),
    fc.array(anyReceipt, { maxLength: 8 }),
    fc.array(anyName, { maxLength: 12 }),
  )
  .map((lists) => lists.flat(2) as Entry[]);
