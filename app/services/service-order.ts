import { findHostingPlan } from "#app/domains/hosting-plans.ts";
import type { Service, ServiceKind } from "./service.ts";
import { MAIL_PLANS, nextYearPriceOf, type PaidTerm, planName, upgradeDueKsh } from "./service-price.ts";

/**
 * What is stored with an order of a service. `seats`: the mailboxes. `from` and `fromSeats`: what an upgrade replaces. `yearKsh`:
 * what a whole year of the larger plan costs. `nextOn`: the first day of the next year that its price is for, too;
 * `thisYearKsh`: what it costs without that year.
 */
export type ServicePayload = {
  plan?: string | undefined;
  seats?: number | undefined;
  from?: string | undefined;
  fromSeats?: number | undefined;
  yearKsh?: number | undefined;
  nextOn?: string | undefined;
  thisYearKsh?: number | undefined;
};

/** An order of a service, for createOrder. */
export type ServiceOrder = {
  kind: "extend" | "upgrade";
  domain: string;
  serviceId: string;
  /** In whole shillings; 0 if staff name the price first. */
  priceKsh: number;
  payload: ServicePayload;
};

type Planned = Pick<Service, "kind" | "plan" | "seats">;

/** Returns the order of the next year of a service, with the plan and the seats that will be used then, at today's price. */
export function extendOrderOf(
  service: Planned & Pick<Service, "id" | "domain" | "renewKsh" | "nextPlan" | "nextSeats">,
): ServiceOrder {
  const { id, domain, plan, seats, nextPlan, nextSeats } = service;
  const nextYearSeats = nextSeats ?? seats;
  return {
    ...{ kind: "extend", domain, serviceId: id, priceKsh: nextYearPriceOf(service)?.ksh ?? 0 },
    payload: { plan: nextPlan ?? plan, ...(nextYearSeats !== null && { seats: nextYearSeats }) },
  };
}

/**
 * Returns the order of a larger plan or of more mailboxes for the days left of the years that are paid. `yearKsh`: what a year
 * of them costs. Source: docs/product/services.md, "A larger plan".
 */
export function upgradeOrderOf(
  { id, domain, plan, seats, nextOn }: Planned & Pick<Service, "id" | "domain" | "nextOn">,
  to: { plan: string; seats: number | null; yearKsh: number },
  terms: readonly PaidTerm[],
): ServiceOrder {
  return {
    ...{ kind: "upgrade", domain, serviceId: id, priceKsh: upgradeDueKsh(to.yearKsh, terms) },
    payload: {
      ...{ plan: to.plan, from: plan, yearKsh: to.yearKsh },
      ...(to.seats !== null && { seats: to.seats }),
      ...(seats !== null && { fromSeats: seats }),
      ...(nextOn !== null && { nextOn, thisYearKsh: upgradeDueKsh(to.yearKsh, terms.slice(0, 1)) }),
    },
  };
}

type ServiceDetail = { plan?: string | undefined; seats?: number | null | undefined };

/** Returns what a service is: "Deluxe hosting", "5 mailboxes", "1 mailbox of Microsoft 365", "SSL certificate". */
export function serviceName(kind: ServiceKind, { plan = "", seats }: ServiceDetail): string {
  if (kind === "certificate") return planName({ kind, plan });
  if (kind === "hosting") return findHostingPlan(plan) ? `${planName({ kind, plan })} hosting` : "Hosting";
  if (!seats) return "Mailboxes";
  const [first] = MAIL_PLANS;
  return seatsWords(seats) + (plan === first?.slug || plan === "" ? "" : ` of ${planName({ kind, plan })}`);
}

/** "1 mailbox", "5 mailboxes". */
export function seatsWords(seats: number): string {
  return seats === 1 ? "1 mailbox" : `${seats} mailboxes`;
}

/** Returns what a larger plan replaces: "Deluxe instead of Starter", "8 mailboxes instead of 5"; undefined if it is not known. */
export function upgradeName({ plan, from, seats, fromSeats }: ServicePayload): string | undefined {
  if (seats !== undefined && fromSeats !== undefined) return `${seatsWords(seats)} instead of ${fromSeats}`;
  if (plan === undefined || from === undefined) return undefined;
  const kind = kindOfPlan(plan);
  return `${planName({ kind, plan })} instead of ${planName({ kind, plan: from })}`;
}

/** Returns the kind of service that has this plan. */
export function kindOfPlan(plan: string): ServiceKind {
  if (findHostingPlan(plan)) return "hosting";
  return MAIL_PLANS.some(({ slug }) => slug === plan) ? "mail" : "certificate";
}
