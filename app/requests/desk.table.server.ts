import { z } from "zod";
import { callDesk, lastSchema, readDesk, trailSchema } from "#app/desk/call-desk.table.server.ts";
import { listPageSchema, placeValue } from "#app/desk/list-page.ts";
import type { Mail } from "#app/mail/mail.ts";
import type { Result } from "#app/platform/result.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import { REQUESTS_A_PAGE, type RequestFilter } from "./desk-forms.ts";
import { REQUEST_KINDS, REQUEST_STATES } from "./request.ts";
import { wantedSchema } from "./requests.table.server.ts";

const text = z.string().nullable();
const common = {
  id: z.string(),
  kind: z.enum(REQUEST_KINDS),
  state: z.enum(REQUEST_STATES),
  name: z.string(),
  not_before: z.string(),
  taken_name: text,
};
const listed = z
  .object(common)
  .transform(({ not_before, taken_name, ...row }) => ({ ...row, notBefore: not_before, takenName: taken_name }));
/** A request in the list of the desk, without any data of its customer. */
export type ListedRequest = z.output<typeof listed>;

/** Returns a page of requests. The caller must have verified the member of staff, as for all functions here. */
export function listDeskRequests({ view, place }: RequestFilter) {
  const values = { view, place: placeValue(place), max_rows: REQUESTS_A_PAGE };
  return readDesk("desk_requests", values, listPageSchema<ListedRequest>(listed));
}

const requestSchema = z
  .object({
    ...common,
    user_id: z.string(),
    wanted: wantedSchema,
    created_at: z.string(),
    ended_at: text,
    reason: text,
    has_secret: z.boolean(),
    taken_by: text,
    customer: z.object({ email: z.string(), name: text }).nullable(),
    trail: trailSchema,
  })
  .transform(({ user_id, not_before, created_at, ended_at, has_secret, taken_by, taken_name, ...row }) => ({
    ...row,
    ...{ userId: user_id, notBefore: not_before, createdAt: created_at, endedAt: ended_at },
    ...{ hasCode: has_secret, takenBy: taken_by, takenName: taken_name },
  }));
/** A request as its page at the desk shows it, without its transfer code. */
export type DeskRequest = z.output<typeof requestSchema>;

/** Returns a request; null if no request has this id. */
export function findDeskRequest(id: string): Promise<Result<DeskRequest | null>> {
  return readDesk("desk_request", { request: id }, requestSchema.nullable());
}

const changeSchema = z
  .union([
    z.object({ outcome: z.enum(["done", "same"]) }),
    z.object({
      ...{ outcome: z.enum(["lost", "given"]), state: z.enum(REQUEST_STATES), ended_at: text, last: lastSchema },
      secret: z.string().optional(),
    }),
  ])
  .nullable();
/**
 * The outcome of a form: "lost" if the request is in another state, with who of staff changed it last; "given" if its transfer
 * code was given before, with that code, sealed. Null: the request was deleted.
 */
export type RequestChange = z.output<typeof changeSchema>;

/** Gives a request to a member of staff, or back to all. If two take it at the same time, the database decides who gets it. */
export function moveRequest(staff: Staff, request: string, takes: boolean) {
  return callDesk("desk_move_request", { staff, request, takes }, changeSchema);
}

/**
 * How a request ends. `secret`: a transfer code, sealed. `replaces`: when the code was given (ISO 8601) that it replaces.
 * `reason`: why the request is refused, for the customer.
 */
export type RequestEnding =
  | { state: "done"; secret?: string; replaces?: string }
  | { state: "refused"; reason: string; detail: { reason: string } };

/** Ends a request that the member of staff has taken, with its log line and the customer's mail. */
export function endRequest(staff: Staff, request: string, ending: RequestEnding, mails: readonly Mail[]) {
  return callDesk("desk_end_request", { staff, request, ending }, changeSchema, mails);
}
