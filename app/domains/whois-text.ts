/**
 * How registries report an unknown name, in lower case. The first is what KeNIC reports now (CoCCA's registry software), the
 * second what it reported before.
 */
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

/** As a status, "not registered" may also mean reserved: it proves neither that a name is free nor that it is taken. */
const AMBIGUOUS = ["not registered"];

/**
 * Statuses of a registered domain. Source: RFC 5731, section 2.3, and RFC 3915, section 3.1; "active" is the older word for
 * "ok".
 */
const EPP_STATUS =
  /^(ok|active|inactive|(client|server)(hold|(delete|renew|transfer|update)prohibited)|pending(create|delete|renew|restore|transfer|update)|(add|autorenew|renew|transfer|redemption)period)$/;

/** Lines that only the record of a registered domain has: when it was created, and by whom. */
const REGISTRATION =
  /^(creation date|created|registered on|registry expiry date|registrant|registrar)( name| organi[sz]ation)?: *\S/;

export type WhoisLookup = "not-found" | "registered" | "unclear";

/**
 * Returns what a WHOIS text clearly says of a name, which is in ASCII and lower case. "not-found": a line says so, and the only
 * other lines name the domain. "registered": the text is the record of this name, with a holder, registrar, creation date or
 * EPP status, and no line says reserved or not found. Everything else (a rate limit, a note, another name) is "unclear". The
 * registry's terms and comments are ignored.
 */
export function readWhois(text: string, domain: string): WhoisLookup {
  const all = text.split("\n").map((line) => line.trim().toLowerCase());
  const end = all.findIndex((line) => line.startsWith(">>>") || line.startsWith("terms of use"));
  const lines = all.slice(0, end < 0 ? undefined : end).filter((line) => line !== "" && !/^[%#;]/.test(line));
  const isNotFound = (line: string) => NOT_FOUND.includes(labelValue(line, STATUS));
  const isName = (line: string) => labelValue(line, ["domain name", "domain"]) === domain;
  const statuses = lines.flatMap((line) => statusOf(line) ?? []);
  if (statuses.some((status) => AMBIGUOUS.includes(status) || status.startsWith("reserved"))) return "unclear";
  if (lines.some(isNotFound)) return lines.every((line) => isNotFound(line) || isName(line)) ? "not-found" : "unclear";
  const isRegistered = lines.some((line) => REGISTRATION.test(line)) || statuses.some(isEppStatus);
  return lines.some(isName) && isRegistered ? "registered" : "unclear";
}

/** Returns the value of a status line: "ok" of "domain status: ok". */
function statusOf(line: string): string | undefined {
  return STATUS.some((label) => line.startsWith(`${label}:`)) ? labelValue(line, STATUS) : undefined;
}

/** Registries write "pendingDelete", "pending delete" or "ok https://icann.org/epp#ok". */
function isEppStatus(status: string): boolean {
  return EPP_STATUS.test(status.replace(/\(?https?:.*/, "").replace(/[\s_-]/g, ""));
}

/** Returns the value after one of the labels, "no object found" of "domain status: no object found."; else the line itself. */
function labelValue(line: string, labels: readonly string[]): string {
  const label = labels.find((one) => line.startsWith(`${one}:`));
  const value = label === undefined ? line : line.slice(label.length + 1).trim();
  return value.endsWith(".") ? value.slice(0, -1) : value;
}
