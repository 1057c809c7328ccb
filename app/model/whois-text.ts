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

/** What only the record of a name that somebody has says: when it was made, and by whom. */
const OF_A_HOLDER =
  /^(creation date|created|registered on|registry expiry date|registrant|registrar)( name| organi[sz]ation)?: *\S/;

export type WhoisAnswer = "not-found" | "registered" | "unclear";

/**
 * What a registry's WHOIS text clearly says of a name, which is in ASCII and lower case. "not-found": a line says so, and no
 * other line but the name itself stands beside it. "registered": it is the record of this name, with its holder, its registrar or
 * the day it was made, and no line says that it is reserved or not there. Everything else (a limit, a note, another name) is
 * unclear. What comes after the registry's terms, or in comments, is not read.
 */
export function readWhois(text: string, domain: string): WhoisAnswer {
  const lines = text.split("\n").map((line) => line.trim().toLowerCase());
  const end = lines.findIndex((line) => line.startsWith(">>>") || line.startsWith("terms of use"));
  const said = lines.slice(0, end < 0 ? undefined : end).filter((line) => line !== "" && !/^[%#;]/.test(line));
  const isNo = (line: string) => NOT_FOUND.includes(labelled(line, STATUS));
  const isName = (line: string) => labelled(line, ["domain name", "domain"]) === domain;
  if (said.some(isNo)) return said.every((line) => isNo(line) || isName(line)) ? "not-found" : "unclear";
  const isReserved = said.some((line) => labelled(line, STATUS).startsWith("reserved"));
  const isHeld = said.some((line) => OF_A_HOLDER.test(line));
  return said.some(isName) && isHeld && !isReserved ? "registered" : "unclear";
}

/** "no object found" of "domain status: no object found."; the line itself where it has none of these labels in front. */
function labelled(line: string, labels: readonly string[]): string {
  const label = labels.find((one) => line.startsWith(`${one}:`));
  const value = label === undefined ? line : line.slice(label.length + 1).trim();
  return value.endsWith(".") ? value.slice(0, -1) : value;
}
