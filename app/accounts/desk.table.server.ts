import { z } from "zod";
import { THREAD_STATES } from "#app/contact/thread.ts";
import { callDesk, lastSchema, readDesk } from "#app/desk/call-desk.table.server.ts";
import type { PhoneToCall } from "#app/desk/step-off.ts";
import type { LastDone } from "#app/desk/trail.ts";
import { ORDER_KINDS, ORDER_STATES } from "#app/domains/order-kinds.ts";
import { PAYMENT_SOURCES, PAYMENT_STATES } from "#app/payments/pay-ways.ts";
import type { Account } from "#app/platform/http/account.ts";
import { type Result, success } from "#app/platform/result.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import { shownNumber } from "#app/platform/text/phone.server.ts";
import { SERVICE_KINDS, SERVICE_STATES } from "#app/services/service.ts";
import { accountOf } from "./accounts.api.server.ts";
import { type PartKey, type PersonPart, type PersonParts, type PersonRows, ROWS_A_PART } from "./person-parts.ts";

const accountSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    user_metadata: z.record(z.string(), z.unknown()).nullable(),
    created_at: z.string(),
    email_confirmed_at: z.string().nullable(),
    last_sign_in_at: z.string().nullable(),
  })
  .transform(({ created_at, email_confirmed_at, last_sign_in_at, user_metadata, ...user }) => ({
    account: accountOf({
      ...user,
      user_metadata: user_metadata ?? {},
      ...(email_confirmed_at !== null && { email_confirmed_at }),
    }),
    times: { madeAt: created_at, confirmedAt: email_confirmed_at, lastSignInAt: last_sign_in_at },
  }));

const personSchema = z
  .object({
    account: accountSchema,
    credit: z.number(),
    credit_asked: z
      .object({
        id: z.number(),
        who: z.string(),
        at: z.string(),
        is_own: z.boolean(),
        ksh: z.number(),
        reason: z.string(),
      })
      .nullable(),
    open_orders: z.number(),
    unpaid_orders: z.number(),
    owed_ksh: z.number(),
    names: z.number(),
    services: z.number(),
    step_since: z.string().nullable(),
    step_asked: z.object({ who: z.string(), at: z.string(), is_own: z.boolean() }).nullable(),
    address_asked: z.object({ who: z.string(), at: z.string(), is_own: z.boolean() }).nullable(),
    copies_to: z.object({ email: z.string(), confirmed_at: z.string().nullable() }).nullable(),
    closing: z.object({ created_at: z.string(), reason: z.string().nullable() }).nullable(),
  })
  .transform(({ account, ...rest }) => ({ ...rest, ...account }));

/**
 * A person as the desk shows them. `credit`: the balance in KSh. `credit_asked`: the open request to give credit.
 * `step_since`: when the second step was set up. `step_asked`: who asked to switch it off, and when. `copies_to`: the second
 * address for mails about money.
 */
export type Person = Omit<z.infer<typeof personSchema>, "account" | "times"> & {
  account: Account;
  times: { madeAt: string; confirmedAt: string | null; lastSignInAt: string | null };
};

/**
 * Finds the account of exactly this address or with this id, and logs who looks at it and why. Returns the account's id. If
 * there is no account, returns null; the search is logged too, without the address.
 */
export function lookAtPerson(
  staff: Staff,
  { email, id }: { email?: string; id?: string },
  reason: string,
): Promise<Result<string | null>> {
  const values = { staff, address: email ?? null, known: id ?? null, reason };
  return callDesk("desk_view_person", values, z.string().nullable());
}

/**
 * Returns a person. Null if there is no such account, or if the member of staff gave no reason for viewing it in the last half
 * hour.
 */
export function findPerson(staff: Staff, person: string): Promise<Result<Person | null>> {
  return readDesk("desk_person", { staff, person }, personSchema.nullable());
}

/** Logs that a member of staff invited a person, who may look at the new account for half an hour. */
export function recordInvited(staff: Staff, person: string): Promise<Result<boolean>> {
  return callDesk("desk_note_invited", { staff, person }, z.boolean());
}

/**
 * Logs that staff download a person's data. False if the address is not confirmed, or no reason was given in the last half
 * hour.
 */
export function recordExport(staff: Staff, person: string): Promise<Result<boolean>> {
  return callDesk("desk_export", { staff, person }, z.boolean());
}

const closedSchema = z.object({
  outcome: z.enum(["closed", "wrong-address", "unseen", "open", "none"]),
  orders: z.number().optional().default(0),
  left: z.string().optional().default(""),
  last: lastSchema.optional().default(null),
});

/**
 * Closes the account of an open request if `typed` is its address. "unseen": no reason to view it was given. "open":
 * somebody works on so many `orders`, or has paid or reported money for them. "none": no request is open; `last` says who
 * closed the account.
 */
export function closePerson(
  staff: Staff,
  person: string,
  typed: string,
): Promise<Result<z.infer<typeof closedSchema>>> {
  return callDesk("desk_close_person", { staff, person, typed }, closedSchema);
}

const stepOffSchema = z.object({
  outcome: z.enum(["asked", "off", "own", "same", "known", "late", "none", "unseen"]),
  last: lastSchema.optional().default(null),
});
export type StepOff = { outcome: z.infer<typeof stepOffSchema>["outcome"]; last: LastDone | null };

/**
 * Asks to switch a person's second step off or, with `confirms`, does it after another member of staff has asked within a
 * day. The outcomes are those of desk_step_off in the database.
 */
export function switchStepOff(staff: Staff, person: string, confirms: boolean): Promise<Result<StepOff>> {
  return callDesk("desk_step_off", { staff, person, confirms }, stepOffSchema);
}

const addressSchema = z.object({
  outcome: z.enum(["asked", "go", "changed", "own", "unconfirmed", "known", "same", "differs", "late", "unseen"]),
  last: lastSchema.optional().default(null),
});
export type AddressChange = z.infer<typeof addressSchema>;

/**
 * Asks for another address of a person, checks that another member of staff may confirm it, or notes that it was changed. The
 * outcomes are those of desk_change_address in the database.
 */
export function noteAddress(staff: Staff, person: string, hash: string, step: "ask" | "check" | "note") {
  return callDesk("desk_change_address", { staff, person, address_hash: hash, step }, addressSchema);
}

/** Switches a second step off from the server's command line. "none": it was not on. "unknown": there is no such account. */
export function switchStepOffOnServer(address: string): Promise<Result<"off" | "none" | "unknown">> {
  return callDesk("desk_server_step_off", { address }, z.enum(["off", "none", "unknown"]));
}

const phoneSchema = z
  .object({ phone: z.string().nullable(), changed_at: z.string().nullable() })
  .transform(
    ({ phone, changed_at }): PhoneToCall => ({
      phone: phone !== null && E164.test(phone) ? shownNumber(phone) : null,
      changedAt: changed_at,
    }),
  )
  .nullable();
/** Checked here, because customers can store any text as their phone at the auth service. */
const E164 = /^\+\d{6,15}$/;

/**
 * Returns the number that staff call to verify a person; null if there is no account. The caller must have checked that staff
 * may see this person.
 */
export function findPhoneToCall(person: string): Promise<Result<PhoneToCall | null>> {
  return readDesk("phone_to_call", { person }, phoneSchema);
}

/** As `findPhoneToCall`, for the account of exactly this e-mail address. */
export function findPhoneToCallOf(address: string): Promise<Result<PhoneToCall | null>> {
  return readDesk("phone_to_call_of", { address }, phoneSchema);
}

/** The columns that sort each list about a person. A row's values are the key after which the next page begins. */
const key = { at: z.string(), key: z.string() };
const moment = z.string().nullable();

const PART_SCHEMAS = {
  names: z.object({ ...key, name: z.string(), status: z.string(), expiry_date: z.string() }),
  services: z.object({
    ...{ ...key, kind: z.enum(SERVICE_KINDS), domain: z.string(), plan: z.string(), seats: z.number().nullable() },
    ...{ state: z.enum(SERVICE_STATES), ends_on: moment },
  }),
  orders: z.object({
    ...{ ...key, kind: z.enum(ORDER_KINDS), domain: z.string(), status: z.enum(ORDER_STATES), price_ksh: z.number() },
    is_paid: z.boolean().nullable(),
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

/**
 * Returns one page of each list about a person (PERSON_PARTS), after the given rows. Null if the member of staff gave no
 * reason.
 */
export async function readPersonParts(
  staff: Staff,
  person: string,
  after: Partial<Record<PersonPart, PartKey>>,
): Promise<Result<PersonParts | null>> {
  const names = Object.keys(PART_SCHEMAS) as PersonPart[];
  const read = (part: PersonPart) => {
    const schema: z.ZodType<PartKey> = PART_SCHEMAS[part];
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
