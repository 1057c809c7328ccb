import { MAX_NAME, readAsciiName } from "#app/domains/ascii-name.ts";
import { cleanInput } from "#app/platform/text/clean-line.ts";
import { invalid, type Parsed, valid } from "#app/platform/text/parsed.ts";

/**
 * Returns a typed record name as an absolute name in lower-case ASCII without a final dot. An empty text, `@` and the
 * zone's name mean the apex; `www`, `www.example.com` and `www.example.com.` are the same name. A star may only be the
 * first label (RFC 4592, section 2.1.1). Underscores are allowed for every type, because any label is valid (RFC 2181,
 * section 11); `warningsFor` warns where a host name is meant. Source: docs/product/dns.md, "DNS records".
 */
export function toFullName(typed: string, zone: string): Parsed<string> {
  const apex = asciiZone(zone);
  const tidied = cleanInput(typed);
  if (tidied === "" || tidied === "@") return valid(apex);

  const isWhole = /[.。．｡]$/.test(tidied);
  const ascii = readAsciiName(isWhole ? tidied.slice(0, -1) : tidied.replace(/^@\.|(?<=[^.])\.@$/g, ""), "www");
  if (!ascii.ok) return ascii;

  const name = ascii.value;
  const full = isWithin(name, apex) ? name : `${name}.${apex}`;
  if (isWhole && full !== name)
    return invalid(
      `${tidied} ends in a dot, which makes it a name outside ${apex}. Leave the dot out, or type what comes in front of .${apex}, such as www.`,
    );
  if (!/^(\*\.)?[^*]+$/.test(full))
    return invalid(
      "A star can only stand alone at the beginning. Type * for every name, or *.shop for every name below shop.",
    );
  if (full.length > MAX_NAME)
    return invalid(`With .${apex} added, the name has more than ${MAX_NAME} characters. Type something shorter.`);
  return valid(full);
}

/**
 * Returns what a user would type for an absolute name: `@` for the apex, `www` for a name in the zone. A name outside
 * the zone stays absolute, and so does one that would be read differently in its relative form.
 */
export function toRelativeName(fullName: string, zone: string): string {
  const apex = asciiZone(zone);
  const name = fullName.toLowerCase().replace(/\.$/, "");
  if (name === apex) return "@";
  if (!isWithin(name, apex)) return name;
  const relative = name.slice(0, -apex.length - 1);
  return isWithin(relative, apex) ? name : relative;
}

/** Returns the whole name for a name as lists show it: relative to the zone, or whole already if that would be misread. */
export function wholeName(shown: string, zone: string): string {
  if (shown === "@") return zone;
  return isWithin(shown, zone) ? shown : `${shown}.${zone}`;
}

/** Whether an absolute name is the zone's apex or below it. Both in lower-case ASCII. */
export function isWithin(name: string, zone: string): boolean {
  return name === zone || name.endsWith(`.${zone}`);
}

function asciiZone(zone: string): string {
  const bare = zone.replace(/\.$/, "");
  const ascii = readAsciiName(bare, "www");
  return ascii.ok ? ascii.value : bare.toLowerCase();
}
