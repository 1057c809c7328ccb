import fc from "fast-check";
import { expect, test } from "vitest";
import { forAny } from "../../tests/arbitraries.ts";
import { readWhois } from "./whois-text.ts";

const NAME = "mamanjeri.co.ke";
const TERMS =
  ">>> Last update of WHOIS database: 2026-11-22T09:00:00.123Z <<<\r\n\r\nTERMS OF USE: Not found, reserved or prohibited names…";

test.each([
  `Domain Name: ${NAME}\r\nDomain Status: No Object Found\r\n${TERMS}`,
  `% KeNIC\r\nDomain: ${NAME.toUpperCase()}\nNot Registered\n\n% Reserved names are listed elsewhere\n`,
  "No match.",
  "Domain not found.",
])("reads %j as not found", (text) => {
  expect(readWhois(text, NAME)).toBe("not-found");
});

const OWN = `Domain Name: ${NAME}\n`;

test.each([
  ["nothing", ""],
  ["the terms alone", TERMS],
  ["the name alone", `${OWN}${TERMS}`],
  ["a reserved name", `${OWN}Domain Status: Reserved`],
  ["a note beside the status", "Domain Status: No Object Found\nNotes: This name can not be registered"],
  ["a not-found name that is reserved", `${OWN}Domain Status: No Object Found\nDomain Status: Reserved`],
  ["another name", "Domain Name: mamanjeri.ke\nDomain Status: No Object Found"],
  ["a rate limit", "Query limit exceeded. Object not found in cache."],
  ["a sentence", `We looked for ${NAME}: not found, but it is reserved.`],
  ["a page", "<html>404 Not Found</html>"],
  ["a not-found line after the terms", `${TERMS}\nDomain Status: No Object Found`],
  ["the record of another name", `Domain Name: other-${NAME}\nCreation Date: 2019-03-01\nDomain Status: ok`],
  ["a name that is not registered, which may be reserved", `Domain: ${NAME}\nStatus: Not Registered`],
  ["a status outside EPP", `${OWN}Domain Status: Available`],
  ["an EPP status beside another", `${OWN}Domain Status: ok\nDomain Status: Not Registered`],
  ["a record that is reserved", `${OWN}Registrar: KeNIC\nDomain Status: Reserved by the registry`],
  ["a record with a not-found line", `${OWN}Registrar: A\nDomain Status: No Object Found`],
  ["labels without values", `${OWN}Registrar: \nCreation Date:\n`],
  ["a record behind the terms", `${TERMS}\n${OWN}Registrar: A`],
])("reads %s as unclear", (_what, text) => {
  expect(readWhois(text, NAME)).toBe("unclear");
});

test.each([
  ["a registrar", `Domain Name: ${NAME.toUpperCase()}\r\nRegistrar: A\r\nDomain Status: ok\r\n${TERMS}`],
  ["a registrar of an odd name", `${OWN}Registrar: Not Found\nDomain Status: serverHold`],
  ["a date", `Domain: ${NAME}\nCreated: 2019-03-01\nStatus: clientTransferProhibited`],
  ["a registrant who writes a status", `${OWN}Registrant: Domain Status: No Object Found`],
  ["an organization", `% KeNIC\n${OWN}Registrant Organization: Mama Njeri Ltd\n`],
])("reads a record with %s as registered", (_what, text) => {
  expect(readWhois(text, NAME)).toBe("registered");
});

test.each([
  ...["ok", "ok https://icann.org/epp#ok", "Active", "pendingDelete", "pending delete", "PENDING-DELETE.", "inactive"],
  ...["autoRenewPeriod", "serverTransferProhibited"],
])("reads the EPP status %s as registered", (status) => {
  expect(readWhois(`${OWN}Domain Status: ${status}\n${TERMS}`, NAME)).toBe("registered");
});

test("an unknown extra line makes a not-found text unclear (property)", () => {
  const known = /^(terms of use|no |not |domain not found|object does not)/i;
  const line = fc.string({ minLength: 1 }).filter((text) => /^[a-z]/.test(text.trim()) && !/[\n\r:.]/.test(text));
  forAny([line.filter((text) => !known.test(text.trim()))], (more) => {
    expect(readWhois(`Domain Status: No Object Found\n${more}`, NAME)).toBe("unclear");
  });
});
