import { z } from "zod";
import { orderNumber } from "#app/domains/order-kinds.ts";
import { success } from "#app/platform/result.ts";
import { readDesk } from "./call-desk.table.server.ts";

/**
 * What is looked for in people, bills and payments; null finds nothing there. `ksh`: an amount in whole shillings. `last_digits`:
 * how a phone number ends.
 */
export type Search = Record<"words" | "phone" | "last_digits" | "code", string | null> & { ksh: number | null };

const schema = z.object({
  people: z.array(
    z
      .object({
        ...{ id: z.string(), name: z.string().nullable(), since: z.string(), is_confirmed: z.boolean() },
        domain: z.string().nullable(),
      })
      .transform(({ is_confirmed, ...person }) => ({ ...person, isConfirmed: is_confirmed })),
  ),
  bills: z.array(
    z.object({
      reference: z.string(),
      ksh: z.number(),
      missing: z.number(),
      at: z.string(),
      state: z.enum(["open", "part", "paid", "closed"]),
      order: z.string().nullable(),
    }),
  ),
  payments: z.array(
    z.object({ code: z.string(), ksh: z.number(), at: z.string(), state: z.string(), typed: z.string().nullable() }),
  ),
});

/** What a search finds, the newest first. `at` and `since` are ISO 8601. `domain`: the person's first name. */
export type Found = z.infer<typeof schema>;

/**
 * Returns at most `max` people, bills and payments each, the newest first. `typed` of a payment is the account number that was
 * typed on a phone. The caller must have verified the member of staff.
 */
export function searchDesk(search: Search, max: number) {
  return readDesk("desk_search", { ...search, max_rows: max }, schema);
}

/** Returns a person as a search lists them, without an address or a phone number; null for an unknown id. */
export async function findListedPerson(id: string) {
  const nothing = { words: null, phone: null, last_digits: null, ksh: null };
  const found = await searchDesk({ ...nothing, code: orderNumber(id) }, 10);
  return found.ok ? success(found.value.people.find((person) => person.id === id) ?? null) : found;
}
