import { findHostingPlan } from "#app/domains/hosting-plans.ts";
import type { Service } from "./service.ts";

/**
 * Returns who gives a name its certificate, by name: "" for a certificate that the customer has with us, "hosting" for a plan
 * that includes one. Only services that work count.
 */
export function padlocksOf(
  services: readonly Pick<Service, "kind" | "domain" | "plan" | "state">[],
): Map<string, string> {
  const working = services.filter(({ state }) => state === "active");
  return new Map(
    working.flatMap(({ kind, domain, plan }): [string, string][] => {
      if (kind === "certificate") return [[domain, ""]];
      return kind === "hosting" && findHostingPlan(plan)?.specs.ssl ? [[domain, "hosting"]] : [];
    }),
  );
}
