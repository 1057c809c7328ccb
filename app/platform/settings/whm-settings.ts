import { isHttp, splitList, withoutTrailingSlash } from "./setting-values.ts";

type Source = Record<string, string | undefined>;

/** The settings of the hosting server: its WHM, and the agency's reseller account there. Without them staff set hosting up. */
export type WhmSettings = {
  /** The address of WHM, without a slash at the end: https://host:2087. */
  url: string;
  user: string;
  token: string;
  /** The package at the server for each hosting plan, by the plan's name in URLs. */
  packages: ReadonlyMap<string, string>;
};

/** The plans that need a package, as `HOSTING_PLANS` of `app/domains/hosting-plans.ts` names them; a test compares both. */
export const PLANS_WITH_PACKAGE = ["starter", "economy", "deluxe", "ultimate"];

/**
 * Who gets a new order for hosting that is carried out at once: nobody, so that staff set it up; the hosting server; or the
 * domain provider. Source: docs/going-live.md, "The hosting server".
 */
export const HOSTING_WAYS = ["desk", "whm", "registrar"] as const;
export type HostingWay = (typeof HOSTING_WAYS)[number];

const RULES: readonly [name: string, rule: RegExp, correction: string][] = [
  ["WHM_USER", /^[a-z][a-z0-9]{0,15}$/, "the name of the account at WHM: small letters and digits, at most 16"],
  ["WHM_TOKEN", /^[\w-]{16,128}$/, "the API token of WHM, without spaces"],
  ["SANDBOX_WHM", /^[01]$/, "0 or 1"],
  ["HOSTING", /^(desk|whm|registrar)$/, "desk, whm or registrar"],
];

/** Returns the settings of the hosting server that cannot be used, each as its name with the correction in brackets. */
export function mistakenWhm(given: Source): string[] {
  const wrong = RULES.filter(([name, rule]) => given[name] && !rule.test(given[name]));
  const example = PLANS_WITH_PACKAGE.map((plan) => `${plan}=PACKAGE`).join(",");
  return [
    ...(given.WHM_URL && !isWhmUrl(given.WHM_URL) ? ["WHM_URL (the https address of WHM, https://host:2087)"] : []),
    ...wrong.map(([name, , correction]) => `${name} (${correction})`),
    ...(given.WHM_PACKAGES && !readPackages(given.WHM_PACKAGES)
      ? [`WHM_PACKAGES (one package for each plan: ${example})`]
      : []),
  ];
}

/** An address that was copied from a browser has a session in it. */
function isWhmUrl(text: string): boolean {
  return isHttp(text) && !/cpsess|[?#]/.test(text);
}

/** Reads `starter=agency_starter,…`. Undefined unless it has each plan once, and a package that WHM may have. */
function readPackages(text: string): Map<string, string> | undefined {
  const pairs = splitList(text).map((part) => part.split("=").map((side) => side.trim()));
  const packages = new Map(pairs.map(([plan = "", name = ""]) => [plan, name]));
  const isUsable = pairs.every((pair) => pair.length === 2 && /^\w[\w .-]{0,63}$/.test(pair[1] ?? ""));
  const isWhole = pairs.length === PLANS_WITH_PACKAGE.length && PLANS_WITH_PACKAGE.every((plan) => packages.has(plan));
  return isUsable && isWhole ? packages : undefined;
}

/** Returns the settings of the hosting server, or null if they are not set. `mistakenWhm` has checked them. */
export function readWhm(given: Source): WhmSettings | null {
  if (!given.WHM_URL) return null;
  return {
    url: withoutTrailingSlash(given.WHM_URL),
    user: given.WHM_USER ?? "",
    token: given.WHM_TOKEN ?? "",
    packages: readPackages(given.WHM_PACKAGES ?? "") ?? new Map(),
  };
}

/** Returns who gets new hosting: as HOSTING says or, without it, the hosting server if there is one, else staff. */
export function readHosting({ HOSTING, WHM_URL }: Source): HostingWay {
  return HOSTING_WAYS.find((way) => way === HOSTING) ?? (WHM_URL ? "whm" : "desk");
}

/** Returns the same for the sandbox, where only names that begin with "direct-" are ordered at once. */
export function sandboxHosting({ SANDBOX_WHM }: Source): HostingWay {
  return SANDBOX_WHM === "1" ? "whm" : "registrar";
}

/** Returns the settings of the sandbox's fake server at this address, or null: without SANDBOX_WHM=1 staff set hosting up. */
export function sandboxWhm(mocks: string, given: Source): WhmSettings | null {
  if (given.SANDBOX_WHM !== "1") return null;
  const packages = new Map(PLANS_WITH_PACKAGE.map((plan) => [plan, `jirani_${plan}`]));
  return { url: `${mocks}/whm`, user: "jirani", token: "SANDBOXTOKENOFTHEFAKEWHM", packages };
}
