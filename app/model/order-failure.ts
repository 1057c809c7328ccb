import type { Failure } from "./result.ts";

const BY_FIELD: Record<string, string> = {
  authCode: "The transfer code is not valid",
  period: "The name cannot be had for so many years",
  years: "The name cannot be had for so many years",
  planId: "This plan cannot be had just now",
};

const BY_CODE: Record<string, string> = {
  UNAVAILABLE_DOMAIN: "The name is not free any more",
  UNSUPPORTED_TLD: "Names with this ending cannot be had there",
  UNKNOWN_DOMAIN: "The provider does not know the name",
};

const OTHER = "Please ask us for the reason";

/**
 * Why the provider refused an order, in our words: its own are written for whoever holds the account, and may tell of its balance or
 * of other customers. Source: GoDaddy's Domains API v1, "Error responses".
 */
export function orderFailureWords({ code = "", fields = [] }: Pick<Failure, "code" | "fields">): string {
  const [first] = fields;
  const field = first?.path.split(".").at(-1) ?? "";
  return BY_FIELD[field] ?? BY_CODE[code] ?? OTHER;
}
