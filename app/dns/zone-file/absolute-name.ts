import { parse } from "tldts";
import { readAsciiName } from "#app/domains/ascii-name.ts";
import { invalid, type Parsed, valid } from "#app/platform/text/parsed.ts";
import { isIpv4 } from "../address.ts";
import { isWithin } from "../record-name.ts";
import { isServiceLabel } from "../service-labels.ts";

/**
 * `origin`: the name that is appended to relative names, without its final dot ("" for the root). `zone`: this zone's name.
 * `other`: the other zone's name, if the file is of another zone; names in that zone are read as names of this zone.
 */
export type Origin = { origin: string; zone: string; other?: string | undefined };

/**
 * An absolute name of a zone file. `isAssumedAbsolute`: it had no final dot, but was taken as absolute because it ends in the
 * zone's name. `written`: the absolute name in the other zone, if the name was read as a name of this zone instead.
 */
export type AbsoluteName = { name: string; isAssumedAbsolute: boolean; written?: string };

const FINAL_ORIGIN = /(?<=[^.])\.@$/;
const ENDINGS_OF_OTHERS = ["com", "net", "org", "info", "biz", "edu", "gov"];

/**
 * Returns a name of a zone file as an absolute name in lower-case ASCII without a final dot; "" is the root. `@` is the origin,
 * also at the end of a name, as GoDaddy writes SRV records. A name with a final dot is absolute, and any other is relative to
 * the origin (RFC 1035, section 5.1). A name that ends in the zone's name is taken as absolute, because otherwise the zone's
 * name would be in it twice.
 */
export function toAbsoluteName(raw: string, where: Origin): Parsed<AbsoluteName> {
  const whole = toWrittenName(raw, where);
  const { zone, other } = where;
  if (!whole.ok || other === undefined || isWithin(whole.value.name, zone) || !isWithin(whole.value.name, other))
    return whole;
  const written = whole.value.name;
  return valid({ ...whole.value, name: `${written.slice(0, -other.length)}${zone}`, written });
}

function toWrittenName(raw: string, { origin, zone, other = zone }: Origin): Parsed<AbsoluteName> {
  if (raw === "@") return valid({ name: origin, isAssumedAbsolute: false });
  if (raw === ".") return valid({ name: "", isAssumedAbsolute: false });
  const plain = withoutEscapes(raw.replace(FINAL_ORIGIN, ""));
  if (plain === undefined) return invalid(`The name ${raw} has characters that cannot be used here.`);
  const ascii = readAsciiName(plain.replace(/\.$/, ""), "www");
  if (!ascii.ok) return ascii;
  const name = ascii.value;
  if (plain.endsWith(".") || origin === "") return valid({ name, isAssumedAbsolute: false });
  if (isWithin(name, zone) || isWithin(name, other)) return valid({ name, isAssumedAbsolute: true });
  return valid({ name: `${name}.${origin}`, isAssumedAbsolute: false });
}

/**
 * Whether a name without a final dot looks like an absolute name of another domain, such as the target
 * `shops.myshopify.com`. Appending the origin is probably not meant.
 */
export function looksLikeOtherDomain(raw: string, { origin, zone, other = zone }: Origin): boolean {
  const name = raw.toLowerCase();
  if (origin === "" || name.endsWith(".") || isWithin(name, zone) || isWithin(name, other) || isIpv4(name))
    return false;
  return registeredDomain(name) !== undefined;
}

/** Returns the domain that somebody registered, for a name below it: "njeri.co.ke" for "www.njeri.co.ke". */
export function registeredDomain(name: string): string | undefined {
  const { domain, isIcann } = parse(name, { extractHostname: false, validateHostname: false });
  return domain !== null && isIcann === true ? domain : undefined;
}

/**
 * Whether a record's name looks like another domain's: stricter than for targets, because `api.dev`, `m.co`, `www.info` and
 * `_dmarc.info` are common names below a zone, and `www.njeri.co.ke` is not.
 */
export function ownerLooksLikeOtherDomain(raw: string, where: Origin): boolean {
  if (!looksLikeOtherDomain(raw, where)) return false;
  const parsed = parse(raw.toLowerCase(), { extractHostname: false, validateHostname: false });
  const { publicSuffix, domainWithoutSuffix } = parsed;
  // Nobody's domain is called like a service.
  if (isServiceLabel(domainWithoutSuffix ?? "")) return false;
  return publicSuffix !== null && (publicSuffix.includes(".") || ENDINGS_OF_OTHERS.includes(publicSuffix));
}

/** A star in octal, as Amazon Route 53 writes it ("DNS domain name format"). In decimal it would be a 4. */
const OCTAL_STAR = /^\\052(?=\.|$)/;

/**
 * Returns a name without escapes; undefined if it has characters that we do not allow, such as a dot within a label.
 */
function withoutEscapes(raw: string): string | undefined {
  let isOdd = false;
  const plain = raw.replace(OCTAL_STAR, "*").replace(/\\(?:(\d{3})|(.)?)/gsu, (_, code?: string, letter = "") => {
    const meant = code === undefined ? letter : String.fromCharCode(Number(code));
    isOdd ||= !/^[a-z0-9_*-]$/i.test(meant);
    return meant;
  });
  return isOdd ? undefined : plain;
}
