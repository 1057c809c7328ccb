import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ACCOUNT_CHANGES } from "#app/accounts/account-mail.ts";
import { CATEGORIES } from "#app/blog/post.ts";
import { MESSAGE_KINDS, PART_SIDES, THREAD_STATES } from "#app/contact/thread.ts";
import { STAGES } from "#app/desk/school-stages.ts";
import { CHANGE_STATES, JOB_KINDS, JOB_STATES } from "#app/dns/job.ts";
import { ORDER_KINDS, ORDER_STATES } from "#app/domains/order-kinds.ts";
import { HOLDERS, MOVING_STEPS } from "#app/domains/owned-domain.ts";
import { IMPORT_STATES } from "#app/imports/import.ts";
import { STATUSES } from "#app/mail/unconfirmed-rows.table.server.ts";
import { MOVE_STATES } from "#app/moves/move.ts";
import { ISSUE_STATES } from "#app/newsletter/issues.table.server.ts";
import { PROMPT_STATES } from "#app/orders/bill.ts";
import { RENEWAL_STEPS } from "#app/orders/renewal-step.ts";
import {
  CALLBACK_SOURCES,
  CONFIRMATIONS,
  CREDIT_WAYS,
  PAYMENT_SOURCES,
  PAYMENT_STATES,
} from "#app/payments/pay-ways.ts";
import { ANNOUNCED_MS, OVERDUE_MS, PROMPT_OPEN_MS } from "#app/payments/prompt-times.ts";
import { SUBMISSION_STATES } from "#app/platform/database/idempotency-keys.table.server.ts";
import { REQUEST_KINDS, REQUEST_STATES } from "#app/requests/request.ts";
import { INTERESTS, ROLES, STUDENTS } from "#app/schools/choices.ts";
import { SERVICE_KINDS, SERVICE_STATES, WANTED } from "#app/services/service.ts";

const MIGRATIONS = readdirSync("supabase/migrations")
  .map((file) => readFileSync(`supabase/migrations/${file}`, "utf8"))
  .join("\n");

const valuesOf = (choices: readonly { value: string }[]) => choices.map(({ value }) => value);

/**
 * The site's list for each column whose values the database checks. Null: the site has no list, because only the database
 * writes it.
 */
const LISTS: Record<string, readonly string[] | null> = {
  "account_changes.kind": ACCOUNT_CHANGES,
  "bills.opened_by": null,
  "closing_requests.state": null,
  "credit_notes.way": CREDIT_WAYS,
  "credits.why": null,
  "dns_changes.state": CHANGE_STATES,
  "dns_jobs.kind": JOB_KINDS,
  "dns_jobs.state": JOB_STATES,
  "domains.held": HOLDERS,
  "domains.moving_step": MOVING_STEPS,
  "import_lines.held": HOLDERS,
  "import_lines.state": null,
  "imports.state": IMPORT_STATES,
  "message_parts.side": PART_SIDES,
  "messages.kind": MESSAGE_KINDS,
  "messages.state": THREAD_STATES,
  "name_moves.state": MOVE_STATES,
  "name_requests.kind": REQUEST_KINDS,
  "name_requests.state": REQUEST_STATES,
  "newsletter_issues.state": ISSUE_STATES,
  "newsletter_pending.status": STATUSES,
  "orders.kind": ORDER_KINDS,
  "orders.opened_by": null,
  "orders.status": ORDER_STATES,
  "payment_callbacks.source": CALLBACK_SOURCES,
  "payment_prompts.state": PROMPT_STATES,
  "payments.confirmed_by": CONFIRMATIONS,
  "payments.source": PAYMENT_SOURCES,
  "payments.state": PAYMENT_STATES,
  "posts.category": CATEGORIES,
  "renewal_reminders.step": RENEWAL_STEPS,
  "school_interest.interest": valuesOf(INTERESTS),
  "school_interest.role": [...new Set(ROLES.map(({ role }) => role))],
  "school_interest.stage": valuesOf(STAGES),
  // A school does not unsubscribe.
  "school_interest.status": STATUSES.filter((status) => status !== "left"),
  "school_interest.student_count": valuesOf(STUDENTS),
  "service_changes.did": null,
  "service_notices.step": null,
  "services.kind": SERVICE_KINDS,
  "services.provider": null,
  "services.state": SERVICE_STATES,
  "services.wanted": WANTED,
  "stepped_sessions.passed_by": null,
  "submissions.state": SUBMISSION_STATES,
};

/** The values that the schema allows, by table and column. */
function checkedLists(): Map<string, string[]> {
  const tables = readFileSync("supabase/schema.sql", "utf8")
    .split(/^create table public\./m)
    .slice(1);
  return new Map(
    tables.flatMap((table) => {
      const checks = table.matchAll(/ CHECK \(\((\w+) = ANY \(ARRAY\[([^\]]*)\]\)\)\)/g);
      return [...checks].map(([, column, values = ""]): [string, string[]] => [
        `${table.split(" ")[0]}.${column}`,
        [...values.matchAll(/'([^']*)'/g)].map(([, value = ""]) => value),
      ]);
    }),
  );
}

test("this file names each column whose values the database checks", () => {
  expect([...checkedLists().keys()].sort()).toEqual(Object.keys(LISTS));
});

test.each(Object.entries(LISTS).filter(([, list]) => list !== null))(
  "the site and the database list the same values for %s",
  (column, list) => {
    expect(checkedLists().get(column)?.sort()).toEqual([...(list ?? [])].sort());
  },
);

test.each([
  ["expire_prompts", `${PROMPT_OPEN_MS / 1000} seconds`],
  ["awaits_money", `${ANNOUNCED_MS / (24 * 3600_000)} day`],
  ["is_on_its_way", `${ANNOUNCED_MS / (24 * 3600_000)} day`],
  ["is_payment_overdue", `${OVERDUE_MS / 60_000} minutes`],
])("the database waits in %s as long as the site: %s", (name, time) => {
  const [, body = ""] = MIGRATIONS.split(`create function public.${name}(`);
  const [, ...intervals] = (body.split("create function")[0] ?? "").split("interval '");
  expect(new Set(intervals.map((text) => text.split("'")[0]))).toEqual(new Set([time]));
});
