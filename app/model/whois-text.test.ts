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
])("%j says that there is no such name", (text) => {
  expect(readWhois(text, NAME)).toBe("not-found");
});

test.each([
  ["nothing", ""],
  ["the terms alone", TERMS],
  ["a reserved name", `Domain Name: ${NAME}\nDomain Status: Reserved`],
  [
    "a name that may not be had",
    `Domain Status: No Object Found\nNotes: This name is invalid and can not be registered`,
  ],
  [
    "a name that is reserved all the same",
    `Domain Name: ${NAME}\nDomain Status: No Object Found\nDomain Status: Reserved`,
  ],
  ["another name", `Domain Name: mamanjeri.ke\nDomain Status: No Object Found`],
  ["too many questions", "Query limit exceeded. Object not found in cache."],
  ["a sentence", `We looked for ${NAME}: not found, but it is reserved.`],
  ["a page", "<html>404 Not Found</html>"],
  ["a no behind the terms", `${TERMS}\nDomain Status: No Object Found`],
  ["the record of another name", `Domain Name: other-${NAME}\nRegistrar: A\nCreation Date: 2019-03-01`],
  ["the name alone", `Domain Name: ${NAME}\n${TERMS}`],
  ["a name that is not registered, which may be reserved", `Domain: ${NAME}\nStatus: Not Registered`],
  ["the status not registered alone", "Domain Status: Not Registered."],
  ["a status that is none of EPP", `Domain Name: ${NAME}\nDomain Status: Available`],
  ["an EPP status of another name", `Domain Name: other-${NAME}\nDomain Status: ok`],
  ["an EPP status beside another word", `Domain Name: ${NAME}\nDomain Status: ok\nDomain Status: Not Registered`],
  ["an EPP status of a reserved name", `Domain Name: ${NAME}\nDomain Status: ok\nDomain Status: Reserved`],
  ["a record that is reserved", `Domain Name: ${NAME}\nRegistrar: KeNIC\nDomain Status: Reserved by the registry`],
  ["a record that says no, too", `Domain Name: ${NAME}\nRegistrar: A\nDomain Status: No Object Found`],
  ["labels without values", `Domain Name: ${NAME}\nRegistrar: \nCreation Date:\n`],
  ["a record behind the terms", `${TERMS}\nDomain Name: ${NAME}\nRegistrar: A`],
])("%s is unclear", (_what, text) => {
  expect(readWhois(text, NAME)).toBe("unclear");
});

test.each([
  ["its registrar", `Domain Name: ${NAME.toUpperCase()}\r\nRegistrar: A\r\nDomain Status: ok\r\n${TERMS}`],
  ["a registrar of an odd name", `Domain Name: ${NAME}\nRegistrar: Not Found\nDomain Status: serverHold`],
  ["a status that only forbids a transfer", `Domain: ${NAME}\nCreated: 2019-03-01\nStatus: clientTransferProhibited`],
  ["a word of somebody's own", `Domain Name: ${NAME}\nRegistrant: Domain Status: No Object Found`],
  ["its holder", `% KeNIC\nDomain Name: ${NAME}\nRegistrant Organization: Mama Njeri Ltd\n`],
])("a record with %s is of a name that somebody has", (_what, text) => {
  expect(readWhois(text, NAME)).toBe("registered");
});

test.each([
  ...["ok", "ok https://icann.org/epp#ok", "Active", "pendingDelete", "pending delete", "PENDING-DELETE.", "inactive"],
  ...["redemptionPeriod", "autoRenewPeriod", "clientHold", "serverTransferProhibited", "pendingRestore"],
])("the EPP status %s is of a name that somebody has", (status) => {
  expect(readWhois(`Domain Name: ${NAME}\nDomain Status: ${status}\n${TERMS}`, NAME)).toBe("registered");
});

test("one more line that is not read makes any no unclear", () => {
  const line = fc.string({ minLength: 1 }).filter((text) => /^[a-z]/.test(text.trim()) && !/[\n\r:.]/.test(text));
  fc.assert(
    fc.property(line, (more) => {
      fc.pre(!/^(terms of use|no |not |domain not found|object does not)/.test(more.trim().toLowerCase()));
      expect(readWhois(`Domain Status: No Object Found\n${more}`, NAME)).toBe("unclear");
    }),
  );
});
