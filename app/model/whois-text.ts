/** How a registry says that it has no such name, in lower case; KeNIC's is the first (CoCCA's registry software), once the second. */
const NOT_FOUND = [
  "no object found",
  "not registered",
  "not found",
  "domain not found",
  "no match",
  "no match found",
  "no data found",
  "no entries found",
  "object does not exist",
];

const STATUS = ["domain status", "status"];

/** Not registered may mean reserved, too: as a status it says neither that a name is free nor that somebody has it. */
const NEITHER = ["not registered"];

/** The statuses of a registered domain. Source: RFC 5731, section 2.3, and RFC 3915, section 3.1; "active" is the old word for "ok". */
const EPP_STATUS =
  /^(ok|active|inactive|(client|server)(hold|(delete|renew|transfer|update)prohibited)|pending(create|delete|renew|restore|transfer|update)|(add|autorenew|renew|transfer|redemption)period)$/;

/** What only the record of a name that somebody has says: when it was made, and by whom. */
const OF_A_HOLDER =
  /^(creation date|created|registered on|registry expiry date|registrant|registrar)( name| organi[sz]ation)?: *\S/;

export type WhoisLookup = "not-found" | "registered" | "unclear";

/**
 * What a registry's WHOIS text clearly says of a name, which is in ASCII and lower case. "not-found": a line says so, and no
 * other line but the name itself stands beside it. "registered": it is the record of this name, with its holder, its registrar,
 * the day it was made or an EPP status, and no line says that it is reserved or not there. Everything else (a limit, a note,
 * another name) is unclear. What comes after the registry's terms, or in comments, is not read.
 */
export function readWhois(text: string, domain: string): WhoisLookup {
  const lines = text.split("\n").map((line) => line.trim().toLowerCase());
  const end = lines.findIndex((line) => line.startsWith(">>>") || line.startsWith("terms of use"));
  const said = lines.slice(0, end < 0 ? undefined : end).filter((line) => line !== "" && !/^[%#;]/.test(line));
  const isNo = (line: string) => NOT_FOUND.includes(labelled(line, STATUS));
  const isName = (line: string) => labelled(line, ["domain name", "domain"]) === domain;
  const statuses = said.flatMap((line) => statusOf(line) ?? []);
  if (statuses.some((status) => NEITHER.includes(status) || status.startsWith("reserved"))) return "unclear";
  if (said.some(isNo)) return said.every((line) => isNo(line) || isName(line)) ? "not-found" : "unclear";
  const isHeld = said.some((line) => OF_A_HOLDER.test(line)) || statuses.some(isEppStatus);
  return said.some(isName) && isHeld ? "registered" : "unclear";
}

/** The value of a line that says a status: "ok" of "domain status: ok". */
function statusOf(line: string): string | undefined {
  return STATUS.some((label) => line.startsWith(`${label}:`)) ? labelled(line, STATUS) : undefined;
}

/** Registries write "pendingDelete", "pending delete" or "ok https://icann.org/epp#ok". */
function isEppStatus(status: string): boolean {
  return EPP_STATUS.test(status.replace(/\(?https?:.*/, "").replace(/[\s_-]/g, ""));
}

/** "no object found" of "domain status: no object found."; the line itself where it has none of these labels in front. */
function labelled(line: string, labels: readonly string[]): string {
  const label = labels.find((one) => line.startsWith(`${one}:`));
  const value = label === undefined ? line : line.slice(label.length + 1).trim();
  return value.endsWith(".") ? value.slice(0, -1) : value;
}
