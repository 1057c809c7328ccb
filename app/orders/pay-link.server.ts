import { z } from "zod";
import { seal, unseal } from "#app/platform/abuse/site-seal.server.ts";
import { env } from "#app/platform/env.server.ts";

/** A mailed link works for sixty days. */
const LINK_MS = 60 * 24 * 3600_000;

const linkSchema = z.object({ payBill: z.uuid() });

/** Returns the mailed address at which a bill can be paid without signing in. */
export function payUrl(billId: string): string {
  return `${env.origin}/pay/${seal({ payBill: billId }, LINK_MS)}`;
}

/** Returns the id of the bill that a mailed address names; undefined if it is not ours or too old. */
export function billOfLink(token: string | undefined): string | undefined {
  return linkSchema.safeParse(unseal(token)).data?.payBill;
}
