import { z } from "zod";
import { HOSTING_PLANS } from "#app/domains/hosting-plans.ts";
import { SERVICE_KINDS, SERVICE_STATES, type ServiceKind } from "#app/services/service.ts";
import { MAIL_PLANS, yearPriceOf } from "#app/services/service-price.ts";
import type { Embedded } from "../database/embedded.ts";
import { insertService } from "../demo-services.ts";
import { WorkbenchError } from "./route.ts";
import { DAYS, idOf } from "./seeded-id.ts";

type Query = Embedded["query"];

const PLANS: Record<ServiceKind, readonly [string, ...string[]]> = {
  hosting: ["starter", ...HOSTING_PLANS.map(({ slug }) => slug)],
  mail: ["professional", ...MAIL_PLANS.map(({ slug }) => slug)],
  certificate: ["dv"],
};

/** The last paid day of a service, if a call does not name one. */
const ENDS = { ordered: "+0d", active: "+200d", suspended: "-12d", ended: "-60d" } as const;
/** What staff named for a year of a plan without a price in the list, for each mailbox. */
const NAMED_KSH = 5000;

/** A service of `POST /users`. */
export const serviceSchema = z
  .strictObject({
    kind: z.enum(SERVICE_KINDS).default("hosting"),
    plan: z.string().optional(),
    domain: z.string().optional(),
    state: z.enum(SERVICE_STATES).default("active"),
    ends: DAYS.optional(),
    seats: z.number().int().min(1).max(300).optional(),
    /** Waits to be read. */
    firstPassword: z.string().min(1).max(100).optional(),
    willEnd: z.boolean().default(false),
    /** What staff or the server still have to do. */
    wanted: z.enum(["active", "suspended", "plan"]).optional(),
    /** Why a person must look at what the server should do. */
    problem: z.string().min(1).max(500).optional(),
    /** Of an ordered one: whether its bill is paid. */
    paid: z.boolean().default(false),
  })
  .refine(({ kind, plan }) => plan === undefined || PLANS[kind].includes(plan), "plan: one of this kind")
  .refine(({ kind, seats }) => seats === undefined || kind === "mail", "seats: for mail only")
  .refine(({ kind, firstPassword }) => firstPassword === undefined || kind !== "certificate", "no password")
  .refine(({ state, paid }) => state === "ordered" || !paid, "paid: for an ordered service only")
  .refine(
    ({ state, ends, firstPassword, willEnd, wanted }) =>
      state !== "ordered" || !(ends || firstPassword || willEnd || wanted),
    "an ordered service is not set up yet: only kind, plan, domain, seats, paid",
  )
  .refine(({ problem, wanted }) => problem === undefined || wanted !== undefined, "problem: with wanted only");
export type NewService = z.infer<typeof serviceSchema>;

/** The order that a service in the state "ordered" began with. */
type Placed = { id: string; bill: string | undefined; reference: string | undefined; isPaid: boolean };
export type FirstOrder = {
  kind: ServiceKind;
  payload: Record<string, string | number>;
  priceKsh: number;
  paid: boolean;
};

/** Adds a service to a person. `place`: places the order of a service that is not set up yet. Returns what was made. */
export async function addService(
  query: Query,
  owner: { id: string; email: string },
  wanted: NewService & { domain: string },
  place: (order: FirstOrder) => Promise<Placed>,
) {
  const { kind, domain, state, paid } = wanted;
  const plan = wanted.plan ?? PLANS[kind][0];
  const seats = kind === "mail" ? (wanted.seats ?? 1) : null;
  const listKsh = yearPriceOf({ kind, plan, seats })?.ksh;
  const order = state === "ordered" ? await place(firstOrderOf({ kind, plan, seats, listKsh, paid })) : undefined;
  const priceKsh = listKsh ?? NAMED_KSH * (seats ?? 1);
  const daysLeft = Number.parseInt(wanted.ends ?? ENDS[state], 10);
  const id = serviceId(owner.id, kind, domain);
  if (state !== "ordered") await insertService(query, owner, { ...wanted, id, state, plan, seats, priceKsh, daysLeft });
  const [row] = await query("select ends_on::text as day from public.services where id = $1", [id]);
  return { id, kind, domain, plan, seats, state, endsOn: row?.day ?? null, ...(order && { order }) };
}

/** Returns the id of a service: the same seed gives the same one. */
export function serviceId(userId: string, kind: string, domain: string): string {
  return idOf(`service ${userId} ${kind} ${domain}`);
}

type Planned = { kind: ServiceKind; plan: string; seats: number | null; listKsh: number | undefined; paid: boolean };

function firstOrderOf({ kind, plan, seats, listKsh, paid }: Planned): FirstOrder {
  if (paid && listKsh === undefined)
    throw new WorkbenchError(`Staff name the price of ${plan} first: it cannot be paid.`);
  const payload: FirstOrder["payload"] =
    kind === "certificate" ? { certificateType: "DV" } : { plan, ...(seats !== null && { seats }) };
  return { kind, payload, priceKsh: listKsh ?? 0, paid };
}
