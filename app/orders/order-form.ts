import { z } from "zod";
import { HOSTING_MONTHS } from "#app/domains/hosting-plans.ts";
import type { OfferKind } from "#app/domains/order-kinds.ts";
import type { FieldFailure } from "#app/platform/result.ts";
import { cleanLine } from "#app/platform/text/clean-line.ts";
import { MAX_SEATS, planName } from "#app/services/service-price.ts";
import type { Offer } from "./order.ts";
import { transferOf, yearsWords } from "./order-price.ts";

const CODE = "Type the code that your current provider gave you.";
const CODE_LIMIT = 255;
const CHOOSE: Record<OfferKind, (choices: number) => string> = {
  renew: chooseYears,
  register: chooseYears,
  hosting: () => "Choose one of the plans.",
  mail: () => "There is nothing to choose here.",
  certificate: () => "There is nothing to choose here.",
  transfer: () => "There is nothing to choose here.",
};

/** A transfer code: any characters but spaces and control characters. */
const authCode = z
  .string({ error: CODE })
  .overwrite(cleanLine)
  .min(1, { error: CODE, abort: true })
  .regex(/^[^\s\p{Cc}]+$/u, { error: "The code has no spaces. Please copy it again.", abort: true })
  .max(CODE_LIMIT, { error: `The code has at most ${CODE_LIMIT} characters.` });

const SEATS = `Type how many mailboxes, from 1 to ${MAX_SEATS}.`;
/** How many mailboxes. */
const seats = z
  .string({ error: SEATS })
  .trim()
  .regex(/^\d{1,3}$/, { error: SEATS, abort: true })
  .transform(Number)
  .refine((count) => count >= 1 && count <= MAX_SEATS, { error: SEATS });

/** Reads the number of mailboxes of a URL; 1 without a usable number. */
export function readSeats(typed: string | null): number {
  return seats.safeParse(typed).data ?? 1;
}

/**
 * The order form. `sum`: the customer asks for the sum and orders nothing yet. `choice` is one of the offer's values;
 * `priceFingerprint`: the prices when the form was rendered.
 */
export function orderSchema({ kind, choices }: Pick<Offer, "kind" | "choices">) {
  return z.object({
    priceFingerprint: z.string().max(500).default(""),
    sum: z.string().max(1).optional(),
    choice: z
      .string()
      .default(kind === "mail" ? (choices[0]?.value ?? "") : "")
      .refine((value) => choices.some((choice) => choice.value === value), { error: CHOOSE[kind](choices.length) }),
    seats: kind === "mail" ? seats : z.undefined({ error: "No number is needed here." }).optional(),
    authCode: kind === "transfer" ? authCode : z.undefined({ error: "No code is needed here." }).optional(),
  });
}

/**
 * Returns the form field that a provider's failure is about, given the provider's field names; undefined if it is about none or
 * several. Source: GoDaddy's Domains API v1, "ErrorField".
 */
export function fieldRefused({ kind, choices }: Pick<Offer, "kind" | "choices">, fields: readonly FieldFailure[] = []) {
  const names = new Set(fields.map(({ path }) => FIELDS.get(path.split(".").at(-1) ?? "")));
  const [name] = names;
  if (names.size !== 1 || (name === "choice" ? choices.length < 2 : kind !== "transfer")) return undefined;
  return name;
}

const FIELDS = new Map<string, "choice" | "authCode">([
  ["authCode", "authCode"],
  ["period", "choice"],
  ["years", "choice"],
  ["planId", "choice"],
]);

type OrderInput = { choice: string; seats?: number | undefined; authCode?: string | undefined };

/** Returns the price of an order in whole shillings; 0 if we must ask for it first. */
export function orderKsh({ choices }: Pick<Offer, "choices">, { choice, seats = 1 }: OrderInput): number {
  return (choices.find(({ value }) => value === choice)?.price?.ksh ?? 0) * seats;
}

/** Returns what is stored with an order: only what the provider will need. */
export function payloadOf(
  kind: OfferKind,
  { choice, seats = 1, authCode }: OrderInput,
): Record<string, string | number> {
  switch (kind) {
    case "renew":
    case "register":
      return { years: Number(choice) };
    case "hosting":
      return { plan: choice, months: HOSTING_MONTHS };
    case "mail":
      return { plan: choice, seats, months: HOSTING_MONTHS };
    case "certificate":
      return { certificateType: "DV" };
    case "transfer":
      return { authCode: authCode ?? "" };
  }
}

/** What was chosen, in words for the agency and for the customer's receipt. */
export function choiceWords(
  { kind, domain }: Pick<Offer, "kind" | "domain">,
  { choice, seats = 1 }: OrderInput,
): string {
  switch (kind) {
    case "renew":
    case "register":
      return yearsWords(Number(choice));
    case "hosting":
      return `plan ${choice}, 12 months`;
    case "mail":
      return `${seats} of ${planName({ kind, plan: choice })}, 12 months`;
    case "certificate":
      return "domain-validated";
    case "transfer":
      return transferOf(domain).years > 0 ? "with one more year" : "with no extra year";
  }
}

function chooseYears(max: number): string {
  return `Choose how many years, from 1 to ${max}.`;
}
