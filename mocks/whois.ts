import type { Duplex } from "node:stream";
import { TAKEN_NAMES } from "./data/registrar.ts";
import { faultOfName } from "./faults.ts";

/** The end of each response. */
const TERMS = [
  ">>> Last update of WHOIS database: 2026-11-22T09:00:00.123Z <<<",
  "",
  "TERMS OF USE: You may look up single names. Names that were not found may be reserved.",
];

/** Returns the fake .ke registry's text for a name, in the format of CoCCA, the software of KeNIC. */
function textOf(domain: string): string[] {
  const fault = faultOfName(domain);
  if (fault === "notfound") return [`Domain Name: ${domain}`, "Domain Status: No Object Found", ...TERMS];
  if (fault === "taken" || TAKEN_NAMES.includes(domain)) {
    const record = ["Registry Domain ID: 1-KENIC", "Registrar: Jina Bora Ltd", "Creation Date: 2019-03-01T09:00:00Z"];
    return [`Domain Name: ${domain}`, ...record, "Domain Status: ok", ...TERMS];
  }
  return [`Domain Name: ${domain}`, "Notes: please ask the registry about this name", ...TERMS];
}

/** Responds to a WHOIS question (RFC 3912), a line with a name. Returns false, and sends nothing, for anything else. */
export function respondToWhois(question: string, socket: Duplex): boolean {
  const [, domain] = /^([a-z0-9.-]{1,253})\r\n$/.exec(question) ?? [];
  if (domain === undefined) return false;
  socket.end(textOf(domain).join("\r\n"));
  return true;
}
