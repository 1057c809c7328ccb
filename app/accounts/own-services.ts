import { SERVICE_KIND_WORDS, SERVICE_STATE_WORDS } from "#app/services/desk-list.ts";
import { changeWords } from "#app/services/service-history.ts";
import { kindOfPlan } from "#app/services/service-order.ts";
import { planName } from "#app/services/service-price.ts";
import { ACCOUNT_ID, day, type OwnPart, price, time, worded } from "./own-part.ts";

const STEP_WORDS: Record<string, string> = {
  ...{ 30: "30 days before", 15: "15 days before", 1: "The day before", stopped: "It stopped" },
  ...{ last: "The last days to renew it", backup: "Take a backup" },
};

/** The parts of a customer's data about services, see OWN_PARTS. */
export const SERVICE_PARTS = {
  services: {
    table: "services",
    title: "Hosting, mailboxes and certificates",
    owner: "user_id",
    about:
      "The services that you have with us. ends_on is the last day; price_ksh is the price of the running year. kind: hosting, mail (mailboxes) or certificate. state: ordered, active, suspended (it has stopped, its data is kept) or ended.",
    columns: [
      ...["id", "kind", "domain", "plan", "seats", "state", "starts_on", "ends_on", "price_ksh", "renew_ksh"],
      ...[
        "next_plan",
        "next_seats",
        "next_on",
        "next_ksh",
        "will_end",
        "hold_until",
        "priced_on",
        "counts_from",
        "provider",
        "provider_ref",
        "access",
        "secret_at",
        "secret_shown_at",
      ],
      ...["has_secret", "cert_ends_on", "suspended_on", "removed_at", "wanted", "created_at", "ended_at"],
    ],
    shown: {
      kind: ["What", worded(SERVICE_KIND_WORDS)],
      domain: "Name",
      plan: ["Plan", (plan) => planName({ kind: kindOfPlan(String(plan)), plan: String(plan) })],
      state: ["State", worded(SERVICE_STATE_WORDS)],
      ends_on: ["Last day", day],
      price_ksh: ["Price", price],
    },
    order: ["created_at", "id"],
    omitted: {
      user_id: ACCOUNT_ID,
      secret_sealed: "the first password of your hosting, sealed: the service's page shows it",
      problem: "what a server said when something failed, for our staff",
      call_started_at: "when our server began to create an account, for our own work",
      next_call_at: "when our server looks again, for our own work",
      claimed_until: "which of our processes works on it, for our own work",
      attempts: "how often our server tried, for our own work",
      listed_at: "its place in the list of our staff",
    },
  },
  serviceChanges: {
    table: "service_changes",
    title: "What happened to your services",
    owner: "user_id",
    about: "Each change of a service: when it was set up, renewed or suspended. service_id is the id of the service.",
    columns: ["id", "service_id", "at", "did", "detail"],
    shown: { did: ["What", (value) => changeWords({ did: String(value), detail: {} }, "hosting")], at: ["When", time] },
    order: ["at", "id"],
    omitted: { user_id: ACCOUNT_ID },
  },
  serviceNotices: {
    table: "service_notices",
    title: "Reminders about services",
    owner: "user_id",
    about: "Which reminders about the end of a service you got. service_id is the id of the service.",
    columns: ["service_id", "ends_on", "step", "notified_on"],
    shown: { step: ["Which", worded(STEP_WORDS)], ends_on: ["Last day", day], notified_on: ["Sent", day] },
    order: ["notified_on", "service_id"],
    omitted: { user_id: ACCOUNT_ID },
  },
} satisfies Record<string, OwnPart>;
