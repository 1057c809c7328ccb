import { z } from "zod";
import { dayField, MAX_PRICE_KSH, reasonField, shillings } from "#app/desk/form-fields.ts";
import { isHostName, readAsciiName } from "#app/domains/ascii-name.ts";
import { cleanInput } from "#app/platform/text/clean-line.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { daysLeft, type Service, type ServiceKind } from "./service.ts";

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
  /** The next year had no price before. */
  first_price?: boolean;
  ends_on?: string;
  /** The version of the service that the form showed. */
  version?: string;
  reason?: string;
};

/** The longest time for which staff keep a service from being suspended. */
const HOLD_DAYS = 30;
/** A last day may be this many days ahead. */
const AHEAD_DAYS = 1100;
/** A public certificate has at most 200 days (CA/B Forum, SC-081v3); one that was issued before has at most 398. */
const CERTIFICATE_DAYS = 398;

/** The longest values of the form that sets a service up. */
export const SETUP_LIMITS = { panel: 200, username: 100, host: 253, ip: 45, password: 100 };

function range(now: Date, first: number, last: number) {
  const today = dayNumber(now);
  return { first: dateOf(today + first), last: dateOf(today + last) };
}

/**
 * Returns the first and the last day that each form takes. A last day is not corrected to one before today, or before the present
 * one: the customer gets the notices and the days until the data is deleted from then on.
 */
export function serviceDays({ endsOn }: Pick<Service, "endsOn">, now: Date) {
  return {
    hold: range(now, 0, HOLD_DAYS),
    date: range(now, endsOn === null ? 0 : Math.min(0, daysLeft(endsOn, dayNumber(now))), AHEAD_DAYS),
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

/** The version of the service that each form showed; it changes nothing if that has changed since. */
const version = z.string().max(100).default("");
/** A form that is only a button. */
export const versionSchema = z.object({ version });

/** A box that must be ticked, or that need not be there. */
function tick(isRequired: boolean, error: string) {
  const ticked = z.literal("on", { error });
  return isRequired ? ticked : ticked.optional();
}

type Ticks = Record<"isUnpaid" | "isShared", boolean>;

/**
 * A form that creates an account, or takes one. `early`: ticked to set up what has no paid bill. `shared`: ticked if the name is
 * another customer's, too.
 */
export function accountSchema({ isUnpaid, isShared }: Ticks) {
  return z.object({
    version,
    early: tick(isUnpaid, "Tick it to set it up before it is paid."),
    shared: tick(isShared, "Read whose it is, and tick it."),
  });
}

/**
 * The form that says how the customer gets in. `password`: the first one; without it, an earlier one stays.
 */
export function setupSchema(kind: ServiceKind, needs: Ticks, now: Date) {
  const ticks = accountSchema(needs).shape;
  if (kind === "certificate") return z.object({ cert_ends_on: certificateDay(now), ...ticks });
  if (kind === "mail") return z.object({ panel, username: mailUsername, password, ...ticks });
  return z.object({ panel, username, host, ip, password, ...ticks });
}

const certificateDay = (now: Date) => dayField(range(now, 1, CERTIFICATE_DAYS));

export function reissuedSchema(now: Date) {
  return versionSchema.extend({ cert_ends_on: certificateDay(now) });
}

/** Until when a service is not suspended; an empty day ends that. */
export function holdSchema(now: Date) {
  return versionSchema.extend({ until: dayField(range(now, 0, HOLD_DAYS)).optional(), reason: reasonField });
}

/** The agreed price of the next year; empty for that of the list. */
export const nextPriceSchema = versionSchema.extend({ ksh: shillings(MAX_PRICE_KSH).optional(), reason: reasonField });

/** Another last day of a service. The same form sent twice has an older version, and is not refused for what it did itself. */
export function lastDaySchema(service: Pick<Service, "endsOn"> & { version: string }, now: Date) {
  return versionSchema
    .extend({ until: dayField(serviceDays(service, now).date), reason: reasonField })
    .refine(({ until, version }) => until !== service.endsOn || version !== service.version, {
      path: ["until"],
      error: "It is that already.",
    });
}

const NOT_ITS_NAME = "This is not the name of the service.";
/** The name of the service, typed to confirm that its data is deleted. */
export function removedSchema({ domain }: Pick<Service, "domain">) {
  return versionSchema.extend({
    typed: z.string({ error: NOT_ITS_NAME }).refine(
      (typed) => {
        const ascii = readAsciiName(typed, domain);
        return ascii.ok && ascii.value === domain.toLowerCase();
      },
      { error: NOT_ITS_NAME },
    ),
  });
}
