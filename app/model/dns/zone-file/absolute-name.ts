import { parse } from "tldts";
import { isIpv4 } from "../address.ts";
import { readAsciiName } from "../ascii-name.ts";
import { invalid, type Parsed, valid } from "../parsed.ts";
import { isWithin } from "../record-name.ts";

/** Where relative names end: the name of the last $ORIGIN without its dot, "" for the root; and the zone's own. */
export type Origin = { origin: string; zone: string };

/**
 * A name of a zone file made whole. `isAssumedAbsolute` when it had no dot at its end and was taken as whole all the same, because
 * it ends in the zone's own name.
 */
export type AbsoluteName = { name: string; isAssumedAbsolute: boolean };

const ENDINGS_OF_OTHERS = ["com", "net", "org", "info", "biz", "edu", "gov"];

/**
 * Takes a name as a zone file has it and gives the whole name in lower-case ASCII without a dot at its end: `@` is the
 * origin, a name that ends in a dot is whole, any other gets the origin behind it (RFC 1035, section 5.1). One that ends in
 * the zone's own name would have it twice; it is taken as whole. "" is the root.
 */
export function toAbsoluteName(raw: string, { origin, zone }: Origin): Parsed<AbsoluteName> {
  if (raw === "@") return valid({ name: origin, isAssumedAbsolute: false });
  if (raw === ".") return valid({ name: "", isAssumedAbsolute: false });
  const plain = withoutEscapes(raw);
  if (plain === undefined) return invalid(`The name ${raw} has characters that cannot be used here.`);
  const ascii = readAsciiName(plain.replace(/\.$/, ""), "www");
  if (!ascii.ok) return ascii;
  const name = ascii.value;
  if (plain.endsWith(".") || origin === "") return valid({ name, isAssumedAbsolute: false });
  if (isWithin(name, zone)) return valid({ name, isAssumedAbsolute: true });
  return valid({ name: `${name}.${origin}`, isAssumedAbsolute: false });
}

/**
 * Whether a name without a dot at its end looks like a whole one of somebody else, so that the origin behind it is hardly
 * meant: `shops.myshopify.com` as a target.
 */
export function looksLikeOtherDomain(raw: string, { origin, zone }: Origin): boolean {
  const name = raw.toLowerCase();
  if (origin === "" || name.endsWith(".") || isWithin(name, zone) || isIpv4(name)) return false;
  const { domain, isIcann } = parse(name, { extractHostname: false, validateHostname: false });
  return domain !== null && isIcann === true;
}

/**
 * The same for the name of a record, where it takes more: `api.dev` and `m.co` are usual names below a zone, and
 * `www.njeri.co.ke` is not.
 */
export function ownerLooksLikeOtherDomain(raw: string, where: Origin): boolean {
  if (!looksLikeOtherDomain(raw, where)) return false;
  const { publicSuffix } = parse(raw.toLowerCase(), { extractHostname: false, validateHostname: false });
  return publicSuffix !== null && (publicSuffix.includes(".") || ENDINGS_OF_OTHERS.includes(publicSuffix));
}

/** A star in octal, as Amazon Route 53 writes it ("DNS domain name format"); in decimal it would be a 4. */
const OCTAL_STAR = /^\\052(?=\.|$)/;

/** A name without backslashes; undefined when one hides what no name of ours has, a dot within a label for instance. */
function withoutEscapes(raw: string): string | undefined {
  let isOdd = false;
  const plain = raw.replace(OCTAL_STAR, "*").replace(/\\(?:(\d{3})|(.)?)/gsu, (_, code?: string, letter = "") => {
    const meant = code === undefined ? letter : String.fromCharCode(Number(code));
    isOdd ||= !/^[a-z0-9_*-]$/i.test(meant);
    return meant;
  });
  return isOdd ? undefined : plain;
}
