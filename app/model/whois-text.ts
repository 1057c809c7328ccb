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

/**
 * Whether a registry's WHOIS text clearly says that it has no such name: a line says so, and no other line but the name
 * itself stands beside it. A reservation, a limit, a note or another name make it unclear, and that is false. What comes after
 * the registry's terms, or in comments, is not read. `domain` is in ASCII and lower case.
 */
export function saysNotFound(text: string, domain: string): boolean {
  const lines = text.split("\n").map((line) => line.trim().toLowerCase());
  const end = lines.findIndex((line) => line.startsWith(">>>") || line.startsWith("terms of use"));
  const said = lines.slice(0, end < 0 ? undefined : end).filter((line) => line !== "" && !/^[%#;]/.test(line));
  const isNo = (line: string) => NOT_FOUND.includes(labelled(line, ["domain status", "status"]));
  const isName = (line: string) => labelled(line, ["domain name", "domain"]) === domain;
  return said.some(isNo) && said.every((line) => isNo(line) || isName(line));
}

/** "no object found" of "domain status: no object found."; the line itself where it has none of these labels in front. */
function labelled(line: string, labels: readonly string[]): string {
  const label = labels.find((one) => line.startsWith(`${one}:`));
  const value = label === undefined ? line : line.slice(label.length + 1).trim();
  return value.endsWith(".") ? value.slice(0, -1) : value;
}
