import { formatKsh } from "#app/platform/money.ts";
import type { ServiceKind } from "./service.ts";
import { serviceName } from "./service-order.ts";
import { dayWords } from "./service-state.ts";

type Detail = Record<string, unknown>;
type Words = (detail: Detail, kind: ServiceKind) => string;

const dayOf = (value: unknown) => (typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) ? dayWords(value) : "");
const kshOf = (value: unknown) => (typeof value === "number" && value > 0 ? formatKsh(value) : "");
const planOf = ({ plan, seats }: Detail, kind: ServiceKind) =>
  typeof plan === "string" || typeof seats === "number"
    ? serviceName(kind, { ...(typeof plan === "string" && { plan }), ...(typeof seats === "number" && { seats }) })
    : "";
const joined = (...parts: string[]) => parts.filter(Boolean).join(" ");

/** What happened to a service, in words for its customer. */
const DID: Record<string, Words> = {
  ordered: () => "Ordered",
  "set-up": () => "Set up",
  renewed: ({ until, ksh }) =>
    [joined("Renewed", dayOf(until) && `until ${dayOf(until)}`), kshOf(ksh)].filter(Boolean).join(", "),
  upgraded: (detail, kind) => joined(planOf(detail, kind) || "A larger plan", "ordered"),
  plan: () => "The new plan is in place",
  suspended: () => "Suspended",
  restored: () => "Works again",
  "will-end": ({ account }) => (account === "closed" ? "It ends, because the account was closed" : "You ended it"),
  stays: () => "You kept it",
  smaller: (detail, kind) => joined("From the next year:", planOf(detail, kind) || "a smaller plan"),
  "not-smaller": () => "The plan stays as it is",
  held: ({ hold_until }) => joined("We do not suspend it", dayOf(hold_until) && `until ${dayOf(hold_until)}`),
  price: ({ renew_ksh }) => joined("Price of the next year:", kshOf(renew_ksh) || "as in our list"),
  date: ({ ends_on }) => joined("Last day changed", dayOf(ends_on) && `to ${dayOf(ends_on)}`),
  "order-failed": () => "Its order was ended, so it ends",
  "order-reopened": ({ ends_on }) => joined("Its order goes on.", dayOf(ends_on) && `Last day: ${dayOf(ends_on)}`),
  reissued: ({ cert_ends_on }) =>
    joined("Certificate issued again", dayOf(cert_ends_on) && `until ${dayOf(cert_ends_on)}`),
  ended: () => "Ended",
  removed: () => "Ended. We noted that its data is deleted",
};

/** Returns a change of a service in words for its customer: "Renewed until 2 Dec 2027, KSh 6,228". */
export function changeWords({ did, detail }: { did: string; detail: Detail }, kind: ServiceKind): string {
  return DID[did]?.(detail, kind) ?? "Changed";
}
