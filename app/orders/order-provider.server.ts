import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { addDomain, extendDomain, setSslStatus } from "#app/domains/domains.table.server.ts";
import { registrar } from "#app/domains/registrar.api.server.ts";
import { failure, type Result } from "#app/platform/result.ts";
import { addYears } from "#app/platform/text/nairobi-day.ts";
import { deadlineMs } from "#app/platform/upstream/deadlines.server.ts";
import { setRegistrarService } from "#app/services/services.table.server.ts";
import type { ClaimedOrder } from "./claims.table.server.ts";
import { MAX_YEARS } from "./order.ts";
import { maxYearsOf } from "./order-price.ts";

const UNREADABLE = "what was chosen could not be read";

const years = z.object({ years: z.number().int().min(1).max(MAX_YEARS) });
/** Limits the years to those that the registry allows. */
const yearsFor = (name: string) => years.refine((chosen) => chosen.years <= maxYearsOf(name));
const plan = z.object({ plan: z.string().min(1) });
const certificate = z.object({ certificateType: z.string().min(1) });
const transfer = z.object({ authCode: z.string().min(1) });

/**
 * Sends an order to the provider, once, with the order's idempotency key. Fails with status 0 if nothing was sent, and with
 * `isUnknown` if the response was lost. Source: docs/product/orders.md, "Orders".
 */
export async function placeOrder({ kind, domain, payload, idempotencyKey }: ClaimedOrder): Promise<Result<unknown>> {
  const provider = registrar;
  if (!provider) return failure(0, "there is no domain provider");
  switch (kind) {
    case "renew":
      return withChoice(yearsFor(domain), payload, (chosen) =>
        provider.renewDomain(domain, idempotencyKey, chosen.years),
      );
    case "register":
      return withChoice(yearsFor(domain), payload, (chosen) =>
        provider.registerDomain({ domain, period: chosen.years }, idempotencyKey),
      );
    case "transfer":
      return withChoice(transfer, payload, ({ authCode }) =>
        provider.transferDomain({ domain, authCode, period: 1 }, idempotencyKey),
      );
    case "hosting":
      return withChoice(plan, payload, (chosen) =>
        provider.orderHosting({ domain, planId: chosen.plan }, idempotencyKey),
      );
    // Staff or the hosting server carry these out.
    case "mail":
    case "extend":
    case "upgrade":
      return failure(0, "the provider does not sell it");
    case "certificate":
      return withChoice(certificate, payload, ({ certificateType }) =>
        provider.orderCertificate(domain, idempotencyKey, certificateType),
      );
  }
}

/** The provider's number of hosting or of a certificate, in its reply. */
const reference = z
  .object({ id: z.string() })
  .or(z.object({ certificateId: z.string() }).transform(({ certificateId }) => ({ id: certificateId })));

/**
 * Updates the customer's domains and services after a completed order. `response`: the provider's. Returns what a
 * person still has to do, or undefined.
 */
export async function applyOrder(order: ClaimedOrder, response: unknown, now: Date): Promise<string | undefined> {
  const { kind, userId, domain: name } = order;
  if (kind === "hosting" || kind === "certificate") {
    await setRegistrarService({ userId, kind, domain: name, ref: reference.safeParse(response).data?.id }, now);
  }
  switch (kind) {
    case "hosting":
    case "mail":
    case "extend":
    case "upgrade":
      return undefined;
    case "renew": {
      const chosen = years.parse(order.payload);
      const moved = await extendDomain({ userId, name, years: chosen.years });
      return moved.ok ? undefined : "move the day on which the name expires on";
    }
    case "register":
    case "transfer": {
      const added = await addDomain({ userId, name, ...(await stateOf(order, now)) });
      if (added.ok) return undefined;
      return added.status === 409
        ? "somebody has a row of this name already"
        : "add the name to the customer's domains";
    }
    case "certificate": {
      const isInstalled = (await registrar?.installCertificate(name))?.ok === true;
      const noted = await setSslStatus({ userId, name, sslStatus: isInstalled ? "active" : "pending" });
      if (!isInstalled) return "install the certificate, then set the name's SSL status to active";
      return noted.ok ? undefined : "set the name's SSL status to active";
    }
  }
}

/**
 * Returns the state and last day of a new domain, as the provider reports them or, if it does not answer in time, as they were
 * ordered. A transfer takes days.
 */
async function stateOf({ kind, domain, payload }: ClaimedOrder, now: Date) {
  const found = await Promise.race([
    registrar?.findDomain(domain),
    wait(deadlineMs("registeredDate"), undefined, { ref: false }),
  ]);
  const ordered = kind === "register" ? years.parse(payload).years : 1;
  const known = found?.ok ? found.value : undefined;
  const expires = new Date(known?.expires ?? "");
  const status = known ? statusWord(known.status) : kind === "register" ? "active" : "moving";
  return {
    // The daily reading of the provider's list ends the transfer (sync-domains.server.ts).
    status: kind === "transfer" && status !== "active" ? "moving" : status,
    expiryDate: expires > now ? expires : addYears(now, ordered),
  };
}

/** Returns "pending transfer" for "PENDING_TRANSFER"; the dashboard shows "active" in green. */
function statusWord(status: string): string {
  return status.toLowerCase().replaceAll("_", " ").slice(0, 50) || "active";
}

async function withChoice<T>(
  schema: z.ZodType<T>,
  payload: unknown,
  place: (chosen: T) => Promise<Result<unknown>>,
): Promise<Result<unknown>> {
  const chosen = schema.safeParse(payload);
  return chosen.success ? place(chosen.data) : failure(0, UNREADABLE);
}
