import { type Place, placeParams, readPlace } from "#app/desk/list-page.ts";
import { readAsciiName } from "#app/domains/ascii-name.ts";
import { cleanSearch } from "#app/platform/text/clean-line.ts";
import { SERVICE_KINDS, type ServiceKind, type ServiceState } from "./service.ts";

export const SERVICES_A_PAGE = 50;

export const SERVICE_KIND_WORDS: Record<ServiceKind, string> = {
  hosting: "Hosting",
  mail: "Mailboxes",
  certificate: "SSL certificate",
};

export const SERVICE_STATE_WORDS: Record<ServiceState, string> = {
  ordered: "Ordered",
  active: "Active",
  suspended: "Suspended",
  ended: "Ended",
};

type View = { label: string; states: readonly ServiceState[] };

/** What the list may show, by `state` in its URL. */
export const SERVICE_VIEWS = {
  current: { label: "All that have not ended", states: ["ordered", "active", "suspended"] },
  ordered: { label: "Ordered", states: ["ordered"] },
  active: { label: "Active", states: ["active"] },
  suspended: { label: "Suspended", states: ["suspended"] },
  ended: { label: "Ended", states: ["ended"] },
  all: { label: "All", states: ["ordered", "active", "suspended", "ended"] },
} as const satisfies Record<string, View>;

export type ServiceFilter = { state: keyof typeof SERVICE_VIEWS; kind: ServiceKind | ""; q: string; place: Place };

/** Returns the filter in a URL. What cannot be read is left out. */
export function readServiceFilter(params: URLSearchParams): ServiceFilter {
  const state = params.get("state") ?? "";
  return {
    state: Object.hasOwn(SERVICE_VIEWS, state) ? (state as ServiceFilter["state"]) : "current",
    kind: SERVICE_KINDS.find((kind) => kind === params.get("kind")) ?? "",
    q: cleanSearch((params.get("q") ?? "").replace(/\p{Cc}/gu, " ")).slice(0, 253),
    place: readPlace(params, "uuid"),
  };
}

/** Returns the URL of a list, or of its file, without parameters that have their default value. */
export function serviceListPath({ state, kind, q, place }: ServiceFilter, path = "/desk/services"): string {
  const params = new URLSearchParams({
    ...(state !== "current" && { state }),
    ...(kind !== "" && { kind }),
    ...(q !== "" && { q }),
    ...placeParams(place),
  });
  return params.size === 0 ? path : `${path}?${params}`;
}

/** Returns a filter as the database takes it. A name is found by any part in ASCII, a service by its whole number. */
export function serviceQuery({ state, kind, q }: ServiceFilter) {
  const ascii = readAsciiName(q, "njeri.co.ke");
  const number = /^[wW]?([\da-fA-F]{4}-?[\da-fA-F]{4})$/.exec(q)?.[1]?.toLowerCase();
  return {
    states: SERVICE_VIEWS[state].states,
    kinds: kind === "" ? SERVICE_KINDS : [kind],
    words: number ?? (ascii.ok ? ascii.value : q.toLowerCase()),
  };
}
