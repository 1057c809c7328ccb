import type { Duplex } from "node:stream";
import { TAKEN_NAMES } from "./data/registrar.ts";
import { faultOfName } from "./faults.ts";

/** What stands under each text, as registries' texts end. */
const TERMS = [
  ">>> Last update of WHOIS database: 2026-11-22T09:00:00.123Z <<<",
  "",
  "TERMS OF USE: You may look up single names. Names that were not found may be reserved.",
];

/** The text of the fake .ke registry for a name: KeNIC's registry software is CoCCA, and these are its lines. */
function textOf(domain: string): string[] {
  const fault = faultOfName(domain);
  if (fault === "notfound") return [`Domain Name: ${domain}`, "Domain Status: No Object Found", ...TERMS];
  if (fault === "taken" || TAKEN_NAMES.includes(domain)) {
    const record = ["Registry Domain ID: 1-KENIC", "Registrar: Jina Bora Ltd", "Creation Date: 2019-03-01T09:00:00Z"];
    return [`Domain Name: ${domain}`, ...record, "Domain Status: ok", ...TERMS];
  }
  return [`Domain Name: ${domain}`, "Notes: please ask the registry about this name", ...TERMS];
}

/** Answers a WHOIS question (RFC 3912): one line with a name. Gives back false for what is none, and leaves it alone. */
export function answerWhois(question: string, socket: Duplex): boolean {
  const [, domain] = /^([a-z0-9.-]{1,253})\r\n$/.exec(question) ?? [];
  if (domain === undefined) return false;
  socket.end(textOf(domain).join("\r\n"));
  return true;
}
