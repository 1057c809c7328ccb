import type { Delegation } from "./delegation.ts";
import { type Status, untilText } from "./live-words.ts";

/** What is said about a domain's name servers; `change` when they have to be entered anew where the name is registered. */
export type NameServerReport = {
  status: Status;
  title: string;
  text: string;
  /** The name servers that are not ours. */
  seen: string[];
  change: { enter: string[]; wait: string } | null;
};

type Told = Exclude<Delegation["kind"], "unknown">;

const TOLD: Record<Told, { status: Status; title: (domain: string) => string; text: string }> = {
  ours: { status: "ok", title: () => "The world asks our name servers.", text: "" },
  moving: {
    status: "warn",
    title: () => "The name servers are changing over",
    text: "One of the services that we check asks ours, another does not yet. If you have just changed them, wait and check again.",
  },
  partly: {
    status: "warn",
    title: (domain) => `Only some name servers of ${domain} are ours`,
    text: "Visitors sometimes get our answers and sometimes others. Remove all name servers that are not ours.",
  },
  others: {
    status: "warn",
    title: (domain) => `Other name servers answer for ${domain}`,
    text: "Nobody sees what you change here until this name uses our name servers.",
  },
  unregistered: {
    status: "bad",
    title: (domain) => `The world does not know ${domain}`,
    text: "It is not registered, its registration has run out, or it is so new that it is not known everywhere yet. Neither its website nor its mail can be found.",
  },
  nameless: {
    status: "bad",
    title: (domain) => `${domain} has no name servers`,
    text: "It is registered, but nobody is told where to ask. Neither its website nor its mail can be found.",
  },
  silent: {
    status: "bad",
    title: (domain) => `The name servers of ${domain} do not answer`,
    text: "They may be mistyped where the name is registered, or DNSSEC is still switched on there for those it had before.",
  },
};

/**
 * Takes what the world sees, and our name servers (none: we don't know them by name); gives what to say, null when nothing
 * is known. Source: docs/product.md, "Is it live".
 */
export function nameServerReport(
  domain: string,
  { kind, seen, until }: Delegation,
  ours: readonly string[],
  now: Date,
): NameServerReport | null {
  if (kind === "unknown") return null;
  const { title, ...said } = TOLD[kind];
  const isWaiting = until !== null && seen.length > 0;
  const wait = isWaiting
    ? `If they were changed already, some phones keep asking the old ones until ${untilText(until, now)}.`
    : "";
  const change = kind === "ours" || kind === "unregistered" ? null : { enter: [...ours], wait };
  return { ...said, title: title(domain), seen, change };
}
