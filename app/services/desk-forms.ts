import { z } from "zod";
import { dayField, MAX_PRICE_KSH, reasonField, shillings } from "#app/desk/form-fields.ts";
import { isHostName, readAsciiName } from "#app/domains/ascii-name.ts";
import { cleanInput } from "#app/platform/text/clean-line.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import type { Service, ServiceKind } from "./service.ts";

/** What staff do with a service, by a form each. The values are those of desk_change_service in the database. */
export const DESK_SERVICE_ACTS = [
  ...[
    "setup",
    "server",
    "suspend",
    "restore",
    "hold",
    "price",
    "date",
    "plan",
    "reissued",
    "removed",
    "again",
    "there",
  ],
] as const satisfies readonly string[];
export type ServiceAct = (typeof DESK_SERVICE_ACTS)[number];

/** What an act sets, as the database takes it. */
export type ServiceValues = {
  access?: Service["access"];
  /** It is at another server than ours. */
  provider?: "hand";
  /** The first password, sealed, and what tells it from another one in the log. */
  secret?: string;
  fingerprint?: string;
  /** It is not paid yet. */
  early?: boolean;
  /** Its name is another customer's, too. A person has read whose. */
  shared?: boolean;
  cert_ends_on?: string;
  hold_until?: string | null;
  renew_ksh?: number | null;
  ends_on?: string;
  seen?: string;
  reason?: string;
};

/** The longest time for which staff keep a service from being suspended. */
const HOLD_DAYS = 30;
/** A last day may be this many days ago or ahead. */
const [PAST_DAYS, AHEAD_DAYS] = [90, 1100];
/** A public certificate has at most 200 days (CA/B Forum, SC-081v3); one that was issued before has at most 398. */
const CERTIFICATE_DAYS = 398;

/** The longest values of the form that sets a service up. */
export const SETUP_LIMITS = { panel: 200, username: 100, host: 253, ip: 45, password: 100 };

function range(now: Date, first: number, last: number) {
  const today = dayNumber(now);
  return { first: dateOf(today + first), last: dateOf(today + last) };
}

/** Returns the first and the last day that each form takes. */
export function serviceDays(now: Date) {
  return {
    hold: range(now, 0, HOLD_DAYS),
    date: range(now, -PAST_DAYS, AHEAD_DAYS),
    certificate: range(now, 1, CERTIFICATE_DAYS),
  };
}

const optionalText = z.string().overwrite(cleanInput).optional();

const PANEL = "Type the whole address, with https://, such as https://web1.example.co.ke:2083.";
const panel = z.string({ error: PANEL }).overwrite(cleanInput).refine(isPanelAddress, { error: PANEL });

/**
 * Returns whether a text is an https address whose host a browser reads as a person does: a name with a dot or an IPv4 address,
 * perhaps with a port, without a name or password in it, in printable ASCII.
 */
export function isPanelAddress(typed: string): boolean {
  const [, authority] = /^https:\/\/([a-z0-9.-]+(?::\d{1,5})?)(?:[/?#][!-~]*)?$/i.exec(typed) ?? [];
  if (authority === undefined || /[\\"<>^`{|}]/.test(typed) || !URL.canParse(typed)) return false;
  const { host, hostname } = new URL(typed);
  const isSame = authority.toLowerCase() === host || authority.toLowerCase() === `${host}:443`;
  return isSame && hostname.includes(".") && isHostName(hostname);
}

/** cPanel compares and stores a username in lower case. Source: docs/product/services.md, "Services at the desk". */
const USERNAME = /^[a-z][a-z0-9]{0,15}$/;
const username = z
  .string({ error: "Type the username." })
  .overwrite((typed) => cleanInput(typed).toLowerCase())
  .regex(USERNAME, { error: "A username has 1 to 16 letters and digits, and begins with a letter." });
/** Providers of mailboxes take an address, too. */
const mailUsername = optionalText.refine((typed) => typed === undefined || /^\S{1,100}$/.test(typed), {
  error: "A username has no spaces.",
});

const host = z
  .string({ error: "Type the server’s name." })
  .overwrite((typed) => cleanInput(typed).toLowerCase())
  .refine(isHostName, { error: "Type a server’s name, such as web1.example.co.ke." });
const ip = optionalText.pipe(
  z.union([z.ipv4(), z.ipv6()], { error: "Type an IP address, such as 192.0.2.10." }).optional(),
);
const password = z
  .string()
  .overwrite((typed) => typed.trim())
  .refine((typed) => /^[!-~]+$/.test(typed), { error: "A password has no spaces and no letters with accents." })
  .optional();

/** What the form showed; it changes nothing if that has changed since. */
const OPEN_AGAIN = "Open the page again.";

/** A box that must be ticked, or that need not be there. */
function tick(isRequired: boolean, error: string) {
  const ticked = z.literal("on", { error });
  return isRequired ? ticked : ticked.optional();
}

/** A form that creates an account, or takes one. `shared`: ticked if the name is another customer's, too. */
export function accountSchema(isShared: boolean) {
  return z.object({ shared: tick(isShared, "Read whose it is, and tick it.") });
}

/**
 * The form that says how the customer gets in. `password`: the first one; without it, an earlier one stays. `early`: ticked to
 * set up what is not paid.
 */
export function setupSchema(
  kind: ServiceKind,
  { isUnpaid, isShared }: Record<"isUnpaid" | "isShared", boolean>,
  now: Date,
) {
  const seen = z.string({ error: OPEN_AGAIN });
  const ticks = {
    seen,
    early: tick(isUnpaid, "Tick it to set it up before it is paid."),
    ...accountSchema(isShared).shape,
  };
  if (kind === "certificate") return z.object({ cert_ends_on: dayField(serviceDays(now).certificate), ...ticks });
  if (kind === "mail") return z.object({ panel, username: mailUsername, password, ...ticks });
  return z.object({ panel, username, host, ip, password, ...ticks });
}

export function reissuedSchema(now: Date) {
  return z.object({ cert_ends_on: dayField(serviceDays(now).certificate) });
}

/** Until when a service is not suspended; an empty day ends that. */
export function holdSchema(now: Date) {
  return z.object({ until: dayField(serviceDays(now).hold).optional(), reason: reasonField });
}

/** The agreed price of the next year; empty for that of the list. */
export const nextPriceSchema = z.object({ ksh: shillings(MAX_PRICE_KSH).optional(), reason: reasonField });

/** Another last day. `seen`: the one that the form showed. */
export function lastDaySchema(now: Date) {
  const seen = z.iso.date({ error: OPEN_AGAIN });
  return z
    .object({ until: dayField(serviceDays(now).date), reason: reasonField, seen })
    .refine(({ until, seen }) => until !== seen, { path: ["until"], error: "It is that already." });
}

const NOT_ITS_NAME = "This is not the name of the service.";
/** The name of the service, typed to confirm that its data is deleted. */
export function removedSchema({ domain }: Pick<Service, "domain">) {
  return z.object({
    typed: z.string({ error: NOT_ITS_NAME }).refine(
      (typed) => {
        const ascii = readAsciiName(typed, domain);
        return ascii.ok && ascii.value === domain.toLowerCase();
      },
      { error: NOT_ITS_NAME },
    ),
  });
}
