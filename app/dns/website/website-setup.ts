import { z } from "zod";
import { canonicalName } from "#app/domains/ascii-name.ts";
import { cleanInput } from "#app/platform/text/clean-line.ts";
import { invalid, type Parsed, valid } from "#app/platform/text/parsed.ts";
import { anyText } from "#app/platform/text/text-characters.ts";
import { canonicalIpv6, isIpv4 } from "../address.ts";
import { isPrivateAddress } from "../address-ranges.ts";
import type { DnsRecord } from "../record.ts";
import { targetOf } from "../record-identity.ts";
import { toRelativeName } from "../record-name.ts";
import { readTarget } from "../target.ts";
import { CNAME_TARGET } from "../types/cname.ts";
import { recordsAt } from "../zone-records.ts";
import { presetAt } from "./preset-at.ts";
import { isWebsiteProvider, type WebsiteField, type WebsiteProvider } from "./website-preset.ts";
import { WEBSITE_PRESETS } from "./website-presets.ts";

/**
 * What happens if a record at `www`, or at a name below the domain, allows no website there. "replace": that record is deleted.
 * "leave": only the apex is connected; offered for `www` only.
 */
export const WWW_CHOICES = ["replace", "leave"] as const;
export type WwwChoice = (typeof WWW_CHOICES)[number];

/** The records that a zone needs for a website. */
export type WebsiteSetup = {
  provider: WebsiteProvider;
  /** The zone's apex, which stands for the domain and `www`; or a name below it, which is connected alone. */
  name: string;
  /** Addresses of the apex or of the name below; empty if only a CNAME is set. */
  addresses: readonly string[];
  /** The target of `www` or of the name below, as an absolute name. */
  alias: string;
  /** The first label of the verification CNAME. */
  code?: string | undefined;
  /** What the customer chose; undefined if there was no choice. */
  www?: WwwChoice | undefined;
};

type Typed = Partial<Record<WebsiteField, string | undefined>>;
const NOT_CHOSEN = "Choose where your website is.";

/** Placeholders for what the customer is still to type. They are reserved, so no record of a customer has them. */
const ADDRESS = "192.0.2.1";
const ALIAS = "www.invalid";
const CODE = "code-above";

/**
 * Returns a provider's set-up before its customer has typed anything, with placeholders for what the form asks. `words` maps
 * each placeholder to the words that a page shows instead.
 */
export function setupToShow(
  provider: WebsiteProvider,
  zone: string,
  name = zone,
): { setup: WebsiteSetup; words: Record<string, string> } {
  const { addresses, alias = ALIAS, asks, proof } = presetAt(provider, name !== zone);
  const setup = {
    provider,
    name,
    addresses: asks.some(({ field }) => field === "address") ? [ADDRESS] : addresses,
    alias: alias === "@" ? name : alias,
    code: proof === undefined ? undefined : CODE,
  };
  const words = {
    [ADDRESS]: "(the IP address above)",
    [ALIAS]: "(the name above)",
    [`${CODE}.${name}`]: "(the code above)",
  };
  return { setup, words };
}

/**
 * Reads from a zone's records what a customer would type into a provider's form. Returns it (`typed`) with the set-up that it
 * gives; undefined if a value is missing or invalid.
 */
export function presentWebsite(provider: WebsiteProvider, records: readonly DnsRecord[], zone: string, name = zone) {
  const own = canonicalName(name);
  const targets = (record: DnsRecord) => targetOf(record) ?? [];
  const { proof } = WEBSITE_PRESETS[provider];
  const codes = records
    .filter((record) => record.type === "CNAME" && targets(record) === proof)
    .map((record) => toRelativeName(record.name, own));
  const typed = {
    address: recordsAt(own, records)
      .flatMap(({ type, content }) => (type === "A" || type === "AAAA" ? content : []))
      .join(", "),
    alias: recordsAt(own === canonicalName(zone) ? `www.${own}` : own, records).flatMap(targets)[0] ?? "",
    code: codes.find((code) => !code.includes(".")) ?? "",
  };
  const { success, data } = websiteSchema(zone, own).safeParse({ preset: provider, ...typed });
  return success ? { typed, setup: data } : undefined;
}

/** Returns the values of a set-up's records that the customer has typed. */
export function typedValues({ provider, name, addresses, alias, code }: WebsiteSetup, zone: string): string[] {
  const asked = presetAt(provider, name !== zone).asks.map(({ field }) => field);
  return [
    ...(asked.includes("address") ? addresses : []),
    ...(asked.includes("alias") ? [alias] : []),
    ...(code === undefined ? [] : [`${code}.${name}`]),
  ];
}

/**
 * The schema of the form that connects `name` to a provider: the zone itself, with its `www`, or one name below
 * (`readNameBelow`). `zone` and `name` are in lower-case ASCII. Server only.
 */
export function websiteSchema(zone: string, name = zone) {
  const fields = z.object({ preset: anyText(), address: anyText(), alias: anyText(), code: anyText(), www: anyText() });
  return fields.transform(({ preset, www: chosen, ...typed }, context): WebsiteSetup => {
    const fail = (path: string[], message: string) =>
      context.issues.push({ code: "custom", path, message, input: typed });
    if (!isWebsiteProvider(preset)) {
      fail([], NOT_CHOSEN);
      return z.NEVER;
    }
    const results = readWebsite(preset, typed, { zone, name });
    const errors = Object.entries(results).flatMap(([field, result]) =>
      result.ok ? [] : [[field, result.message] as const],
    );
    for (const [field, message] of errors) fail([field], message);
    const { address, alias, code } = results;
    if (!address.ok || !alias.ok || !code.ok) return z.NEVER;
    const www = WWW_CHOICES.find((choice) => choice === chosen);
    return {
      ...{ provider: preset, name, addresses: address.value, alias: alias.value, code: code.value },
      ...(www !== undefined && { www }),
    };
  });
}

/** The zone, and the name that is connected: its apex or a name below. */
type Place = { zone: string; name: string };

function readWebsite(provider: WebsiteProvider, typed: Typed, place: Place) {
  const { addresses, asks, proof } = presetAt(provider, place.name !== place.zone);
  const hasAddressField = asks.some(({ field }) => field === "address");
  return {
    address: hasAddressField ? readAddresses(typed.address ?? "") : valid<readonly string[]>(addresses),
    alias: readAlias(provider, typed.alias ?? "", place),
    code: proof === undefined ? valid(undefined) : readCode(typed.code ?? "", place),
  };
}

/** At least one IPv4 address, and optional IPv6 addresses, separated by spaces or commas. */
function readAddresses(typed: string): Parsed<readonly string[]> {
  const words = cleanInput(typed)
    .split(/[\s,;]+/)
    .filter(Boolean);
  const found = words.map((word) => (isIpv4(word) ? word : canonicalIpv6(word)));
  const known = found.flatMap((one) => one ?? []);
  if (known.length < words.length || !known.some(isIpv4))
    return invalid("Enter an IPv4 address with four numbers, such as 41.90.64.12.");
  const hidden = known.find(isPrivateAddress);
  if (hidden !== undefined) return invalid(`${hidden} can only be reached inside a network. Type the public address.`);
  return valid([...new Set(known)]);
}

function readAlias(provider: WebsiteProvider, typed: string, { zone, name: own }: Place): Parsed<string> {
  const { alias, ending } = WEBSITE_PRESETS[provider];
  if (alias !== undefined) return valid(alias === "@" ? own : alias);
  // Accepts a URL copied from the address bar.
  const address = cleanInput(typed)
    .toLowerCase()
    .replace(/^https?:\/\//, "");
  const [text = ""] = address.replace(/\.$/, "").split("/", 1);
  if (ending === undefined) {
    const target = readTarget(text, CNAME_TARGET, zone);
    return target.ok && target.value === (own === zone ? `www.${zone}` : own)
      ? invalid(`${text} cannot point to itself. Type the name that your provider shows.`)
      : target;
  }
  const name = text.endsWith(ending) ? text.slice(0, -ending.length) : text;
  return /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(name)
    ? valid(`${name}${ending}`)
    : invalid(`Type what comes before ${ending}: letters, digits and hyphens.`);
}

/** The code becomes the first label of a name, and may be pasted as the whole name. */
function readCode(typed: string, { zone, name }: Place): Parsed<string> {
  const whole = cleanInput(typed).toLowerCase().replace(/\.$/, "");
  const end = [`.${name}`, `.${zone}`].find((one) => whole.endsWith(one)) ?? "";
  const text = whole.slice(0, whole.length - end.length);
  return /^[a-z0-9](?:[a-z0-9-]{4,61}[a-z0-9])$/.test(text)
    ? valid(text)
    : invalid("Copy the code of letters and digits that Squarespace shows.");
}
