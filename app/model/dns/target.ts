import { canonicalIpv6, isIpv4 } from "./address.ts";
import { isHostName, readAsciiName, tidy } from "./ascii-name.ts";
import { type Reading, read, wrong } from "./reading.ts";

type TargetType = "CNAME" | "MX" | "NS" | "SRV";

const EXAMPLES: Record<TargetType, string> = {
  CNAME: "shops.myshopify.com",
  MX: "mail.example.com",
  NS: "ns1.example.com",
  SRV: "sip.example.com",
};

const NOT_AN_ADDRESS: Record<TargetType, string> = {
  CNAME: "That is an IP address. A CNAME points to another name; for an address choose the type A or AAAA.",
  MX: "That is an IP address. Mail goes to a name: make an A record for it first, then type its name here, such as",
  NS: "That is an IP address. A name server is given by its name, such as",
  SRV: "That is an IP address. A service is at a name: make an A record for it first, then type its name here, such as",
};

/**
 * Takes what was typed as the target of a CNAME, MX, NS or SRV record of a zone and gives the whole name, in lower-case ASCII
 * without a dot at the end. `@` is the zone itself. `.` means "nowhere" for MX (RFC 7505) and SRV (RFC 2782). An address is
 * no target (RFC 1035, section 3.3; RFC 5321, section 5.1). MX, NS and SRV name hosts (RFC 1123, section 2.1; RFC 2181,
 * section 10.3; RFC 2782); a CNAME may point to any name, which mail services use (RFC 6376, section 3.6.2).
 */
export function readTarget(typed: string, type: TargetType, zone: string): Reading<string> {
  const text = tidy(typed);
  const example = EXAMPLES[type];
  if (text === "@") return read(zone);
  if (text === "." && (type === "MX" || type === "SRV")) return read(".");
  if (isIpv4(text) || canonicalIpv6(text.replace(/^\[(.*)\]$/, "$1")))
    return wrong(type === "CNAME" ? NOT_AN_ADDRESS.CNAME : `${NOT_AN_ADDRESS[type]} ${example}.`);
  if (type === "MX" && /^\d+\s+\S+$/.test(text))
    return wrong(`Type the priority in its own field, and only the mail server here, such as ${example}.`);

  const ascii = readAsciiName(text.replace(/[.。．｡]$/, ""), example);
  if (!ascii.ok) return ascii;
  return problemOf(ascii.value, type, zone) ?? ascii;
}

function problemOf(name: string, type: TargetType, zone: string) {
  const example = EXAMPLES[type];
  if (name.includes("*")) return wrong(`A star cannot be pointed to. Type a whole name, such as ${example}.`);
  if (!name.includes(".")) return wrong(`Type the whole name. If it is a name of this domain, type ${name}.${zone}.`);
  if (!/\.[a-z][a-z0-9-]*$/.test(name))
    return wrong(`After the last dot come letters, such as .com or .co.ke: for example ${example}.`);
  if (type !== "CNAME" && !isHostName(name))
    return wrong(
      `A server's name has letters, digits and hyphens, with no hyphen at the beginning or end of a part, such as ${example}.`,
    );
}
