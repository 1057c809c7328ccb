import { z } from "zod";
import { callDesk, readDesk, trailSchema } from "#app/desk/call-desk.table.server.ts";
import { changeAtDesk } from "#app/desk/change.table.server.ts";
import { listPageSchema, placeValue } from "#app/desk/list-page.ts";
import { otherOrderSchema } from "#app/desk/other-rows.ts";
import { mailSite } from "#app/mail/mail-site.server.ts";
import type { Result } from "#app/platform/result.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import { movingMails } from "./moving-mail.ts";
import { asciiPart, NAMES_A_PAGE, type NameFilter, type NamePart } from "./name-forms.ts";

const listed = z
  .object({ name: z.string(), status: z.string(), held: z.string(), expiry_date: z.string() })
  .transform(({ expiry_date, ...name }) => ({ ...name, expiryDate: expiry_date }));
/** A name in the list of the desk, without any data of its customer. */
export type ListedName = z.output<typeof listed>;

const namesSchema = listPageSchema<ListedName>(listed);

/** Returns a page of the names of all customers, the earliest last day first. */
export function listDeskNames({ q, place }: NameFilter) {
  const values = { words: q === "" ? "" : asciiPart(q), place: placeValue(place), max_rows: NAMES_A_PAGE };
  return readDesk("desk_domains", values, namesSchema);
}

const text = z.string().nullable();
const nameSchema = z
  .object({
    id: z.string(),
    user_id: z.string(),
    name: z.string(),
    status: z.string(),
    expiry_date: z.string(),
    zone_id: text,
    created_at: z.string(),
    parts: z.object({
      date: z.string(),
      status: z.string(),
      ssl: z.string(),
      price: z.string(),
      held: z.string(),
      step: z.string(),
    }),
    customer: z.object({ email: z.string(), name: text }).nullable(),
    moving_since: text,
    differs: z.object({ status: z.string().optional(), expires: z.string().optional() }).nullable(),
    missing_days: z.number(),
    checked_at: text,
    orders: z.array(otherOrderSchema),
    trail: trailSchema,
  })
  .transform(({ user_id, expiry_date, zone_id, created_at, moving_since, missing_days, checked_at, ...name }) => ({
    ...name,
    ...{ userId: user_id, expiryDate: expiry_date, hasZone: zone_id !== null, createdAt: created_at },
    ...{ since: moving_since, missingDays: missing_days, checkedAt: checked_at },
  }));
/** A name as its page at the desk shows it. `parts`: what its forms change, as the database writes it. */
export type DeskName = z.output<typeof nameSchema>;

/** Returns a name with its last orders and its lines of the log; null for an unknown name. */
export function findDeskName(name: string): Promise<Result<DeskName | null>> {
  return readDesk("desk_domain", { domain_name: name }, nameSchema.nullable());
}

type Change = { part: NamePart; wanted: string; expected: string; detail: Record<string, string> };

/** Changes a part of a name, if it still has the value that the form showed. Fails as `changeAtDesk` does. */
export function changeName(staff: Staff, domain: DeskName, { part, wanted, expected, detail }: Change) {
  const { id, name, since, customer } = domain;
  const recipient = { email: customer?.email ?? "", fullName: customer?.name ?? null };
  const isRefused = part === "step" && wanted === "refused";
  const mails = isRefused ? movingMails({ id, name, since, ...recipient }, { kind: "refused" }, mailSite()) : [];
  return changeAtDesk(
    "desk_change_domain",
    { staff, domain_id: id, part, expected, wanted, log_detail: detail },
    mails,
  );
}

const addedSchema = z
  .object({ outcome: z.enum(["done", "same", "named", "unseen"]) })
  .transform(({ outcome }) => outcome);

type NewName = { name: string; until: string; held: string };

/**
 * Adds a name to a customer's. "named": a customer has it already. "unseen": the member of staff has not said why they look at
 * this customer.
 */
export function addName(staff: Staff, person: string, { name, until, held }: NewName) {
  return callDesk("desk_add_domain", { staff, person, domain_name: name, until, holder: held }, addedSchema);
}
