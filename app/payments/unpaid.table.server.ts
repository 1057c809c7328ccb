import { z } from "zod";
import { readDesk } from "#app/desk/call-desk.table.server.ts";
import { type ListPage, listPageSchema, type Place, placeParams, placeValue, readPlace } from "#app/desk/list-page.ts";
import { nowDate } from "#app/platform/clock.ts";

export const BILLS_A_PAGE = 50;

/** The ages of unpaid bills, in days of Nairobi since the bill was opened. */
export const UNPAID_BANDS = { all: "All", week: "Up to 7 days", month: "8 to 30 days", older: "Over 30 days" } as const;
export type Band = keyof typeof UNPAID_BANDS;

export type UnpaidFilter = { band: Band; place: Place };

/** Returns what a URL of the list asks for. */
export function readUnpaidFilter(params: URLSearchParams): UnpaidFilter {
  const age = params.get("age") ?? "";
  return { band: Object.hasOwn(UNPAID_BANDS, age) ? (age as Band) : "all", place: readPlace(params, "uuid") };
}

/** Returns the URL of a list of unpaid bills. */
export function unpaidPath({ band, place }: UnpaidFilter, path = "/desk/unpaid"): string {
  const params = new URLSearchParams({ ...(band !== "all" && { age: band }), ...placeParams(place) });
  return params.size === 0 ? path : `${path}?${params}`;
}

const billSchema = z
  .object({
    reference: z.string(),
    amount_ksh: z.number(),
    missing_ksh: z.number(),
    user_id: z.string(),
    opened_by: z.enum(["customer", "staff", "site"]),
    customer: z.string(),
    at: z.string(),
    orders: z.array(z.object({ id: z.string(), domain: z.string() })),
  })
  .transform(({ amount_ksh, missing_ksh, user_id, opened_by, at, ...bill }) => ({
    ...bill,
    amountKsh: amount_ksh,
    missingKsh: missing_ksh,
    userId: user_id,
    openedBy: opened_by,
    openedAt: at,
  }));
/** A bill that is to be paid, with its customer and its orders that have not failed. */
export type UnpaidBill = z.output<typeof billSchema>;

const sumsSchema = z.object({
  sums: z.partialRecord(z.enum(["week", "month", "older"]), z.object({ count: z.number(), ksh: z.number() })),
});
/** How many bills each age has, and what is missing of them, in KSh. */
export type UnpaidSums = z.infer<typeof sumsSchema>["sums"];

const pageSchema = z.unknown().transform((found, context): ListPage<UnpaidBill> & { sums: UnpaidSums } => {
  const [page, sums] = [listPageSchema<UnpaidBill>(billSchema).safeParse(found), sumsSchema.safeParse(found)];
  if (page.success && sums.success) return { ...page.data, ...sums.data };
  context.issues.push({ code: "custom", message: "bills of another shape", input: found });
  return z.NEVER;
});

/** Returns a page of the bills that are to be paid, the oldest first, at most `max`, with the sums of each age. */
export function listUnpaidBills({ band, place }: UnpaidFilter, max = BILLS_A_PAGE) {
  const values = { band, at: nowDate().toISOString(), place: placeValue(place), max_rows: max };
  return readDesk("desk_unpaid", values, pageSchema);
}
