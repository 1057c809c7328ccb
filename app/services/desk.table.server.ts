import { z } from "zod";
import { callDesk, lastSchema, readDesk, trailSchema } from "#app/desk/call-desk.table.server.ts";
import { listPageSchema, placeValue } from "#app/desk/list-page.ts";
import { ORDER_KINDS, ORDER_STATES } from "#app/domains/order-kinds.ts";
import type { Mail } from "#app/mail/mail.ts";
import { nowDate } from "#app/platform/clock.ts";
import type { Result } from "#app/platform/result.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import type { ServiceAct, ServiceValues } from "./desk-forms.ts";
import { type ServiceFilter, serviceQuery } from "./desk-list.ts";
import { SERVICE_KINDS, SERVICE_STATES, WANTED } from "./service.ts";
import { PRICED_PLANS } from "./service-price.ts";
import { changeSchema, serviceSchema } from "./services.table.server.ts";

const text = z.string().nullable();

const listed = z
  .object({
    id: z.string(),
    kind: z.enum(SERVICE_KINDS),
    domain: z.string(),
    plan: z.string(),
    seats: z.number().nullable(),
    state: z.enum(SERVICE_STATES),
    starts_on: text,
    ends_on: text,
    price_ksh: z.number(),
    renew_ksh: z.number().nullable(),
    provider: z.string(),
    wanted: z.enum(WANTED).nullable(),
    has_problem: z.boolean(),
    created_at: z.string(),
    waits_since: text,
  })
  .transform(({ starts_on, ends_on, price_ksh, renew_ksh, has_problem, created_at, waits_since, ...row }) => ({
    ...row,
    ...{ startsOn: starts_on, endsOn: ends_on, priceKsh: price_ksh, renewKsh: renew_ksh },
    ...{ hasProblem: has_problem, createdAt: created_at, waitsSince: waits_since },
  }));
/**
 * A service in the list of the desk, without any data of its customer. `waitsSince` (ISO 8601): since when it waits for staff.
 */
export type ListedService = z.output<typeof listed>;

/**
 * Returns a page of the services of a filter, at most `most`: first those that wait for staff, then those that end next. The
 * caller must have verified the member of staff, as for all functions here.
 */
export function listDeskServices(filter: ServiceFilter, most: number) {
  const values = {
    ...{ at: nowDate().toISOString(), priced: PRICED_PLANS },
    ...serviceQuery(filter),
    place: placeValue(filter.place),
    max_rows: most,
  };
  return readDesk("desk_services", values, listPageSchema<ListedService>(listed));
}

const orderSchema = z
  .object({
    id: z.string(),
    kind: z.enum(ORDER_KINDS),
    domain: z.string(),
    status: z.enum(ORDER_STATES),
    price_ksh: z.number(),
    updated_at: z.string(),
    bill_id: text,
    choices: z.object({ plan: z.string().optional(), seats: z.number().optional() }).catch({}),
    taken_by: text,
    taken_name: text,
    is_unpaid: z.boolean(),
    money: z
      .object({ reference: z.string(), paid_ksh: z.number(), amount_ksh: z.number(), typed_code: text })
      .transform(({ reference, paid_ksh, amount_ksh, typed_code }) => ({
        ...{ reference, paidKsh: paid_ksh, amountKsh: amount_ksh, typedCode: typed_code },
      }))
      .nullable(),
  })
  .transform(({ price_ksh, updated_at, bill_id, taken_by, taken_name, is_unpaid, ...order }) => ({
    ...order,
    billId: bill_id,
    ...{ priceKsh: price_ksh, at: updated_at, takenBy: taken_by, takenName: taken_name, isUnpaid: is_unpaid },
  }));

const deskSchema = z
  .object({
    user_id: z.string(),
    hold_until: text,
    problem: text,
    ended_at: text,
    days_without: z.number(),
    is_next_year_paid: z.boolean(),
    has_share: z.boolean(),
    customer: z.object({ email: z.string(), name: text }).nullable(),
    orders: z.array(orderSchema),
    changes: z.array(changeSchema),
    others: z.array(
      z
        .object({ user_id: z.string(), service_id: text, email: z.string(), name: text })
        .transform(({ user_id, service_id, ...other }) => ({ ...other, userId: user_id, serviceId: service_id })),
    ),
    version: z.string(),
    trail: trailSchema,
  })
  .transform(({ user_id, hold_until, ended_at, days_without, is_next_year_paid, has_share, ...row }) => ({
    ...row,
    ...{ userId: user_id, holdUntil: hold_until, endedAt: ended_at },
    ...{ daysWithout: days_without, isNextYearPaid: is_next_year_paid, hasShare: has_share },
  }));
const foundSchema = z.intersection(serviceSchema, deskSchema).nullable();
/**
 * A service as its page at the desk shows it, without its first password. `orders`: those that are open, those of its years,
 * and the newest. `hasShare`: a larger plan was ordered with a price for the next year, too. `changes`: the newest twenty, as its
 * customer reads them. `daysWithout`: the days that are added to its last day if it is restored now. `others`:
 * the other customers who have its name, or a service of its kind there. `version`: each form sends it back.
 */
export type DeskService = NonNullable<z.output<typeof foundSchema>>;

/** Returns a service with its customer, its orders and its log; null if no service has this id. */
export function findDeskService(id: string): Promise<Result<DeskService | null>> {
  return readDesk("desk_service", { service: id }, foundSchema);
}

const outcomeSchema = z
  .object({
    outcome: z.enum(["done", "same", "paying", "unpaid", "nameless", "others", "taken", "paid-year", "lost"]),
    last: lastSchema.optional(),
    domain: z.string().optional(),
  })
  .nullable();
/**
 * What became of a form. `last`: who of staff changed the service before. `domain`: of the service that has the username. Null:
 * there is no such service.
 */
export type ServiceChange = z.output<typeof outcomeSchema>;

/** Changes a service for a member of staff, with its line of the log, of its history and its mails, all or nothing. */
export function changeDeskService(
  staff: Staff,
  service: string,
  change: { act: ServiceAct; values: ServiceValues },
  mails: readonly Mail[],
) {
  return callDesk(
    "desk_change_service",
    { staff, service, act: change.act, change: change.values },
    outcomeSchema,
    mails,
  );
}

/** Adds a note to a service. The same note by the same person within a minute is stored once. */
export function addServiceNote(staff: Staff, { id, userId }: Pick<DeskService, "id" | "userId">, body: string) {
  const note = { staff, kind: "service", about: id, words: body, customer: userId };
  return callDesk("add_desk_note", note, z.boolean());
}
