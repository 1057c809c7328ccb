import fc from "fast-check";
import { expect, test } from "vitest";
import { readWhois } from "./whois-text.ts";

const NAME = "mamanjeri.co.ke";
const TERMS =
  ">>> Last update of WHOIS database: 2026-11-22T09:00:00.123Z <<<\r\n\r\nTERMS OF USE: Not found, reserved or prohibited names…";

test.each([
  `Domain Name: ${NAME}\r\nDomain Status: No Object Found\r\n${TERMS}`,
  `Domain Status: No Object Found\r\n`,
  `% KeNIC\r\nDomain: ${NAME.toUpperCase()}\nNot Registered\n\n% Reserved names are listed elsewhere\n`,
  "No match.",
  "Domain not found.",
])("reads %j as not found", (text) => {
  expect(readWhois(text, NAME)).toBe("not-found");
});

test.each([
  ["nothing", ""],
  ["the terms alone", TERMS],
  ["a reserved name", `Domain Name: ${NAME}\nDomain Status: Reserved`],
  [
    "a name that cannot be registered",
    `Domain Status: No Object Found\nNotes: This name is invalid and can not be registered`,
  ],
  [
    "a not-found name that is reserved",
    `Domain Name: ${NAME}\nDomain Status: No Object Found\nDomain Status: Reserved`,
  ],
  ["another name", `Domain Name: mamanjeri.ke\nDomain Status: No Object Found`],
  ["a rate limit", "Query limit exceeded. Object not found in cache."],
  ["a sentence", `We looked for ${NAME}: not found, but it is reserved.`],
  ["a page", "<html>404 Not Found</html>"],
  ["a not-found line after the terms", `${TERMS}\nDomain Status: No Object Found`],
  ["the record of another name", `Domain Name: other-${NAME}\nRegistrar: A\nCreation Date: 2019-03-01`],
  ["the name alone", `Domain Name: ${NAME}\n${TERMS}`],
  ["a name that is not registered, which may be reserved", `Domain: ${NAME}\nStatus: Not Registered`],
  ["the status not registered alone", "Domain Status: Not Registered."],
  ["a status outside EPP", `Domain Name: ${NAME}\nDomain Status: Available`],
  ["an EPP status of another name", `Domain Name: other-${NAME}\nDomain Status: ok`],
  ["an EPP status beside another word", `Domain Name: ${NAME}\nDomain Status: ok\nDomain Status: Not Registered`],
  ["an EPP status of a reserved name", `Domain Name: ${NAME}\nDomain Status: ok\nDomain Status: Reserved`],
  ["a record that is reserved", `Domain Name: ${NAME}\nRegistrar: KeNIC\nDomain Status: Reserved by the registry`],
  ["a record with a not-found line", `Domain Name: ${NAME}\nRegistrar: A\nDomain Status: No Object Found`],
  ["labels without values", `Domain Name: ${NAME}\nRegistrar: \nCreation Date:\n`],
  ["a record behind the terms", `${TERMS}\nDomain Name: ${NAME}\nRegistrar: A`],
])("reads %s as unclear", (_what, text) => {
  expect(readWhois(text, NAME)).toBe("unclear");
});

test.each([
  ["its registrar", `Domain Name: ${NAME.toUpperCase()}\r\nRegistrar: A\r\nDomain Status: ok\r\n${TERMS}`],
  ["a registrar of an odd name", `Domain Name: ${NAME}\nRegistrar: Not Found\nDomain Status: serverHold`],
  ["a status that only forbids a transfer", `Domain: ${NAME}\nCreated: 2019-03-01\nStatus: clientTransferProhibited`],
  ["a word of somebody's own", `Domain Name: ${NAME}\nRegistrant: Domain Status: No Object Found`],
  ["its holder", `% KeNIC\nDomain Name: ${NAME}\nRegistrant Organization: Mama Njeri Ltd\n`],
])("reads a record with %s as registered", (_what, text) => {
  expect(readWhois(text, NAME)).toBe("registered");
});

test.each([
  ...["ok", "ok https://icann.org/epp#ok", "Active", "pendingDelete", "pending delete", "PENDING-DELETE.", "inactive"],
  ...["redemptionPeriod", "autoRenewPeriod", "clientHold", "serverTransferProhibited", "pendingRestore"],
])("reads the EPP status %s as registered", (status) => {
  expect(readWhois(`Domain Name: ${NAME}\nDomain Status: ${status}\n${TERMS}`, NAME)).toBe("registered");
});

test("an unknown extra line makes a not-found text unclear (property)", () => {
  const line = fc.string({ minLength: 1 }).filter((text) => /^[a-z]/.test(text.trim()) && !/[\n\r:.]/.test(text));
  fc.assert(
    fc.property(line, (more) => {
      fc.pre(!/^(terms of use|no |not |domain not found|object does not)/.test(more.trim().toLowerCase()));
      expect(readWhois(`Domain Status: No Object Found\n${more}`, NAME)).toBe("unclear");
    }),
  );
});
