import { isHostName, readAsciiName } from "#app/domains/ascii-name.ts";
import { cleanInput } from "#app/platform/text/clean-line.ts";
import { invalid, type Parsed, valid } from "#app/platform/text/parsed.ts";
import { canonicalIpv6, isIpv4 } from "./address.ts";

/**
 * The rules of a type's target. `isHost`: it must be a host name (RFC 1123, section 2.1; RFC 2181, section 10.3).
 * `mayBeNowhere`: "." is allowed and means that there is none. `notAnAddress` is the message for an IP address.
 */
export type TargetRules = { example: string; isHost?: true; mayBeNowhere?: true; notAnAddress: string };

/**
 * Returns a typed target as an absolute name in lower-case ASCII without a final dot. `@` is the apex. An IP address is
 * invalid (RFC 1035, section 3.3).
 */
export function readTarget(typed: string, rules: TargetRules, zone: string): Parsed<string> {
  const text = cleanInput(typed);
  if (text === "@") return valid(zone);
  if (text === "." && rules.mayBeNowhere) return valid(".");
  if (isIpv4(text) || canonicalIpv6(text.replace(/^\[(.*)\]$/, "$1"))) return invalid(rules.notAnAddress);

  const ascii = readAsciiName(text.replace(/[.。．｡]$/, ""), rules.example);
  if (!ascii.ok) return ascii;
  return problemOf(ascii.value, rules, zone) ?? ascii;
}

function problemOf(name: string, { example, isHost }: TargetRules, zone: string) {
  if (name.includes("*")) return invalid(`A star cannot be pointed to. Type a whole name, such as ${example}.`);
  if (!name.includes(".")) return invalid(`Type the whole name. If it is a name of this domain, type ${name}.${zone}.`);
  if (!/\.[a-z][a-z0-9-]*$/.test(name))
    return invalid(`After the last dot come letters, such as .com or .co.ke: for example ${example}.`);
  if (isHost && !isHostName(name))
    return invalid(`A server's name has letters and digits, and hyphens only between them, such as ${example}.`);
}
