import { nairobiTime } from "#app/platform/text/nairobi-day.ts";

/** What a customer may ask about a domain: what the registry changes for us only. */
export const REQUEST_KINDS = ["servers", "unlock", "lock", "code", "holder"] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

/** "waiting" until the customer had time to stop it, "open" and "taken" at the desk, then one of the ends. */
export const REQUEST_STATES = ["waiting", "open", "taken", "done", "refused", "cancelled"] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** What was typed: name servers, or the holder as the registry gets it. Empty for other kinds, and 30 days after the end. */
export type Wanted = { servers?: string[] } & Partial<Record<HolderField, string>>;

export const HOLDER_FIELDS = ["name", "organisation", "address", "phone", "email"] as const;
type HolderField = (typeof HOLDER_FIELDS)[number];
export const HOLDER_LABELS: Record<HolderField, string> = {
  name: "Name",
  organisation: "Organisation",
  address: "Address",
  phone: "Phone",
  email: "E-mail",
};

/** A request about a domain. Times are ISO 8601. `hasCode`: its transfer code can be read. */
export type NameRequest = {
  id: string;
  kind: RequestKind;
  state: RequestState;
  wanted: Wanted;
  notBefore: string;
  createdAt: string;
  endedAt: string | null;
  reason: string | null;
  hasCode: boolean;
};

type Words = {
  /** The heading of its form. */
  title: string;
  /** What it does, for the customer. */
  text: string;
  /** What was asked, after "You asked us": "to lock njeri.co.ke". */
  asked: (name: string) => string;
};

/** The words of each kind. Source: docs/product/domains.md, "Requests about a name". */
export const REQUEST_WORDS: Record<RequestKind, Words> = {
  servers: {
    title: "Use other name servers",
    text: "Another company then answers for this name. The records that you have here no longer count.",
    asked: (name) => `to change the name servers of ${name}`,
  },
  unlock: {
    title: "Unlock the name",
    text: "A locked name cannot be moved to another provider. Unlock it only if you want to move it.",
    asked: (name) => `to unlock ${name}`,
  },
  lock: {
    title: "Lock the name",
    text: "Nobody can move a locked name away. We do this at once.",
    asked: (name) => `to lock ${name}`,
  },
  code: {
    title: "Get its transfer code",
    text: "With this code, another provider can move the name away from us. Give it to nobody else.",
    asked: (name) => `for the transfer code of ${name}`,
  },
  holder: {
    title: "Change whose name it is",
    text: "The registry gets what you type here. We delete our copy 30 days after the change.",
    asked: (name) => `to change the holder of ${name}`,
  },
};

/** Returns where a request stands, for its customer. */
export function requestState({ state, notBefore, endedAt, reason }: NameRequest): string {
  const ended = endedAt === null ? "" : nairobiTime(new Date(endedAt));
  switch (state) {
    case "waiting":
      return `We begin after ${nairobiTime(new Date(notBefore))}, so that you can stop it.`;
    case "open":
      return "It is with our staff.";
    case "taken":
      return "Our staff are working on it.";
    case "done":
      return `Done on ${ended}.`;
    case "refused":
      return `Not done, ${ended}. ${reason ?? ""}`.trim();
    case "cancelled":
      return `Cancelled on ${ended}.`;
  }
}

/** Whether the customer may still cancel a request. */
export function isOngoing({ state }: Pick<NameRequest, "state">): boolean {
  return state === "waiting" || state === "open" || state === "taken";
}
