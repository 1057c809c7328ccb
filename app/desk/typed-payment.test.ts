import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, it, test } from "vitest";
import { shillings } from "#app/desk/form-fields.ts";
import { readPaymentCode } from "#app/orders/bill.ts";
import { newReference, readReference } from "#app/orders/bill-reference.ts";
import { enterSchema, payBackSchema } from "#app/payments/desk-forms.ts";
import { forAny } from "../../tests/arbitraries.ts";

const NOW = new Date("2026-11-26T20:00:00Z");
const paidAt = (typed: string) =>
  enterSchema("mpesa", NOW).safeParse({ code: "SG722NMVXQ", ksh: "1", paidAt: typed }).data?.paidAt;

test("reads whole shillings in every Kenyan spelling and refuses cents (property)", () => {
  const before = fc.constantFrom("", "KSh ", "Ksh", "KES ", "Kshs. ", "Sh ");
  const after = fc.constantFrom("", ".00", ".0", "/=", "/-", ".00/=", " KES");
  forAny(
    [fc.integer({ min: 1, max: 999_999 }), before, after, fc.integer({ min: 1, max: 99 })],
    (ksh, lead, end, cents) => {
      const amount = shillings(1_000_000);
      for (const digits of [String(ksh), ksh.toLocaleString("en-US")])
        expect(amount.safeParse(`${lead}${digits}${end}`).data).toBe(ksh);
      expect(amount.safeParse(`${lead}${ksh}.${String(cents).padStart(2, "0")}`).success).toBe(false);
    },
  );
});

it.each(["1,50", "1.500", "1,5,0,0", "-5", "15 00", "1500.000"])(
  "refuses the amount %j, which may mean two sums",
  (typed) => {
    expect(shillings(1_000_000).safeParse(typed).success).toBe(false);
  },
);

test("reads a moment in Nairobi as M-PESA shows it, by 12 and by 24 hours (property)", () => {
  forAny([fc.integer({ min: 1, max: 360 * 1440 })], (minutes) => {
    const moment = new Date(NOW.getTime() - minutes * 60_000);
    const local = new Date(moment.getTime() + 3 * 3_600_000);
    const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth() + 1, local.getUTCDate()];
    const [hour, minute] = [local.getUTCHours(), String(local.getUTCMinutes()).padStart(2, "0")];
    const half = `${hour % 12 || 12}:${minute} ${hour < 12 ? "AM" : "PM"}`;
    for (const typed of [
      `${day}/${month}/${year % 100} ${half}`,
      `${day}/${month}/${year} at ${half.toLowerCase()}`,
      `${day}-${month}-${year} ${hour}:${minute}:00`,
    ])
      expect(paidAt(typed)).toBe(moment.toISOString());
  });
});

it.each(["31/02/26 1:56 AM", "26/11/26 13:56 PM", "26/11/26 0:10 AM", "11/26/26 1:56 AM", "26/11/26"])(
  "refuses the moment %j",
  (typed) => {
    expect(paidAt(typed)).toBeUndefined();
  },
);

it("reads 26/11/26 1:56 AM as that minute in Nairobi", () => {
  expect(paidAt("26/11/26 1:56 AM")).toBe("2026-11-25T22:56:00.000Z");
});

const MESSAGE =
  "UKQ22NMVXQ Confirmed. Ksh1,500.00 sent to MTANDAO LTD for account M12AB34C on 26/11/26 at 1:56 PM. New M-PESA balance is Ksh20.00. Call 0712345678.";

it("finds the one code in M-PESA's whole message", () => {
  expect(readPaymentCode(MESSAGE)).toBe("UKQ22NMVXQ");
  expect(readPaymentCode(MESSAGE.replace("Confirmed", "Imethibitishwa"))).toBe("UKQ22NMVXQ");
  expect(readPaymentCode(`${MESSAGE} ${MESSAGE}`)).toBe("UKQ22NMVXQ");
  expect(readPaymentCode(`${MESSAGE} SG722NMVXQ Confirmed.`)).toBeUndefined();
  expect(readPaymentCode("I have paid 0712345678 today")).toBeUndefined();
});

test("finds a reference among other words, and none where two stand (property)", () => {
  const bytes = fc.uint8Array({ minLength: 300, maxLength: 300 });
  const references = fc.tuple(bytes, bytes).map((pair) =>
    pair.map((source) => {
      let at = 0;
      return newReference((size) => {
        at += size;
        // No source repeats itself, in which no reference may ever be found.
        const start = at % (source.length - size);
        return source.slice(start, start + size).map((byte, index) => byte + at + index);
      });
    }),
  );
  forAny(
    [references],
    ([one = "", other = ""]) => {
      for (const typed of [
        `ACC ${one}`,
        `${one} NJERI`,
        `acc. no: ${one.toLowerCase()}`,
        `KAMAU ${one.replace("0", "O")}`,
      ])
        expect(readReference(typed)).toBe(one);
      // Behind another M may be a second one by chance.
      for (const typed of [`ACC${one}`, `${one}NJERI`, `acc ${one.slice(0, 4)} ${one.slice(4)}`])
        expect(typed.split(/m/i).length === 2 ? [one] : [one, undefined]).toContain(readReference(typed));
      expect(readReference(`${one} / ${other}`)).toBe(one === other ? one : undefined);
    },
    200,
  );
});

test("a refund by M-PESA has one spelling of its code, and no phone number", () => {
  const read = (way: string, code: string) => {
    const { error, data } = payBackSchema.safeParse({
      ksh: "500",
      reference: newReference(randomBytes),
      way,
      code,
      expectedKsh: "500",
    });
    return error ? error.issues.map(({ path }) => path.join(".")) : data?.code;
  };
  for (const typed of ["SG722NMVXQ", "sg72 2nmvxq", "SG722NMVXQ Confirmed."])
    expect(read("mpesa", typed)).toBe("SG722NMVXQ");
  expect(read("mpesa", "0712345678")).toEqual(["code"]);
  expect([read("bank", "ft26331abc"), read("cash", "17")]).toEqual(["FT26331ABC", "17"]);
});
