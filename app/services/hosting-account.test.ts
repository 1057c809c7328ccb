import fc from "fast-check";
import { expect, test } from "vitest";
import { HOSTING_PLANS } from "#app/domains/hosting-plans.ts";
import { PLANS_WITH_PACKAGE } from "#app/platform/settings/whm-settings.ts";
import { isHostingUsername, usernamesFor } from "./hosting-account.ts";

/** Labels of domains, among them those that begin with a digit, with "test", or have no letter at all. */
const label = fc.oneof(
  fc.stringMatching(/^[a-z0-9](?:[a-z0-9-]{0,20}[a-z0-9])?$/),
  fc.stringMatching(/^(?:test|tes|te|t|web|7|0-|xn--)[a-z0-9-]{0,20}[a-z0-9]$/),
  fc.constantFrom("", "-", "testtest", "123456789", "a", "test", "tst"),
);
const domain = fc
  .tuple(label, fc.constantFrom("co.ke", "com", "or.ke"), fc.boolean())
  .map(([name, ending, isUpper]) => (isUpper ? `${name}.${ending}`.toUpperCase() : `${name}.${ending}`));

test("each domain has five usernames that cPanel accepts, which differ in their first eight characters", () => {
  fc.assert(
    fc.property(domain, (name) => {
      const found = usernamesFor(name);
      expect(found).toHaveLength(5);
      expect(new Set(found.map((one) => one.slice(0, 8))).size).toBe(5);
      for (const one of found) {
        expect(one).toMatch(/^[a-z][a-z0-9]{0,7}$/);
        expect(one).not.toMatch(/^test/);
        expect(isHostingUsername(one)).toBe(true);
      }
    }),
    { numRuns: 2000 },
  );
});

test("the usernames of a domain are always the same, in small letters too", () => {
  fc.assert(
    fc.property(domain, (name) => {
      expect(usernamesFor(name)).toEqual(usernamesFor(name));
      expect(usernamesFor(name)).toEqual(usernamesFor(name.toLowerCase()));
    }),
  );
  expect(usernamesFor("mama-njeri.co.ke")[0]).toBe("mamanjer");
  expect(usernamesFor("254safaris.com")[0]).toBe("web254sa");
  expect(usernamesFor("testshop.com")[0]).toBe("webtests");
});

test("domains that begin alike rarely share more than their first username", () => {
  const names = Array.from({ length: 200 }, (_one, at) => `mamanjeri-${at}.co.ke`);
  const later = names.flatMap((name) => usernamesFor(name).slice(1));
  expect(new Set(names.map((name) => usernamesFor(name)[0])).size).toBe(1);
  expect(new Set(later).size).toBeGreaterThan(later.length * 0.95);
});

test.each(["", "1shop", "testshop", "Mama", "mama-njeri", "a".repeat(17), "mama\n", "ü"])(
  "%j is no username",
  (text) => {
    expect(isHostingUsername(text)).toBe(false);
  },
);

test("every hosting plan needs a package", () => {
  expect(PLANS_WITH_PACKAGE).toEqual(HOSTING_PLANS.map(({ slug }) => slug));
});
