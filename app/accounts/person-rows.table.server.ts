import { z } from "zod";
import { THREAD_STATES } from "#app/contact/thread.ts";
import { readDesk } from "#app/desk/call-desk.table.server.ts";
import { ORDER_KINDS, ORDER_STATES } from "#app/domains/order-kinds.ts";
import { PAYMENT_SOURCES, PAYMENT_STATES } from "#app/payments/pay-ways.ts";
import { type Result, success } from "#app/platform/result.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import { type PartKey, type PersonPart, type PersonParts, type PersonRows, ROWS_A_PART } from "./person-parts.ts";

const key = { at: z.string(), key: z.string() };
const moment = z.string().nullable();

const SCHEMAS = {
  names: z.object({ ...key, name: z.string(), status: z.string(), expiry_date: z.string() }),
  orders: z.object({
    ...{ ...key, kind: z.enum(ORDER_KINDS), domain: z.string(), status: z.enum(ORDER_STATES), price_ksh: z.number() },
  }),
  bills: z.object({
    ...{ ...key, reference: z.string(), amount_ksh: z.number(), paid_ksh: z.number(), paid_at: moment, number: moment },
  }),
  payments: z.object({
    ...{
      ...key,
      code: z.string(),
      amount_ksh: z.number(),
      state: z.enum(PAYMENT_STATES),
      source: z.enum(PAYMENT_SOURCES),
    },
  }),
  messages: z.object({ ...key, subject: z.string(), state: z.enum(THREAD_STATES) }),
  mails: z.object({ ...key, subject: z.string(), sent_at: moment, failed_at: moment }),
  log: z.object({
    ...{ ...key, id: z.number(), who: z.string(), did: z.string(), about_kind: z.string(), about_id: z.string() },
    detail: z.record(z.string(), z.unknown()),
  }),
} satisfies { [Part in PersonPart]: z.ZodType<PersonRows[Part]> };

/** Returns a page of each part of a person after the given keys; null if the member of staff has not said why they look. */
export async function readPersonParts(
  staff: Staff,
  person: string,
  after: Partial<Record<PersonPart, PartKey>>,
): Promise<Result<PersonParts | null>> {
  const names = Object.keys(SCHEMAS) as PersonPart[];
  const read = (part: PersonPart) => {
    const schema: z.ZodType<PartKey> = SCHEMAS[part];
    const values = { staff, person, part, after: after[part] ?? null, max_rows: ROWS_A_PART + 1 };
    return readDesk("desk_person_part", values, z.array(schema).nullable());
  };
  const pages: [PersonPart, { rows: PartKey[]; hasMore: boolean }][] = [];
  for (const [index, page] of (await Promise.all(names.map(read))).entries()) {
    if (!page.ok) return page;
    if (page.value === null) return success(null);
    const part = names[index];
    if (part) pages.push([part, { rows: page.value.slice(0, ROWS_A_PART), hasMore: page.value.length > ROWS_A_PART }]);
  }
  return success(Object.fromEntries(pages) as PersonParts);
}
