import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter, forAny } from "../../tests/arbitraries.ts";
import { parseDomainName } from "./domain-name.ts";
import { latinNames, namesMeant } from "./names-meant.server.ts";

test.each<[string, string[]]>([
  // Words.
  ["mama mboga", ["mamamboga.co.ke", "mama-mboga.co.ke", "mamamboga.com", "mamamboga.ke"]],
  ["mama mboga.co.ke", ["mamamboga.co.ke", "mama-mboga.co.ke"]],
  ["  Mama   Njeri .co.ke ", ["mamanjeri.co.ke"]],
  ["my shop!", ["myshop.co.ke", "my-shop.co.ke", "myshop.com", "myshop.ke"]],
  ["polka dot", ["polkadot.co.ke", "polka-dot.co.ke", "polkadot.com", "polkadot.ke"]],
  ["polka dot.com", ["polkadot.com", "polka-dot.com"]],
  ["www.mama mboga.co.ke", ["mamamboga.co.ke", "mama-mboga.co.ke"]],
  // Spaces and words in place of dots.
  ["mama dot co dot ke", ["mama.co.ke"]],
  ["Mama Dot Com", ["mama.com"]],
  ["mama (dot) co [dot] ke", ["mama.co.ke"]],
  ["mama nukta co nukta ke", ["mama.co.ke"]],
  ["mama co ke", ["mama.co.ke", "mamacoke.co.ke", "mama-co-ke.co.ke", "mamacoke.com"]],
  ["www mama.co.ke", ["mama.co.ke"]],
  ["www.mama co.ke", ["mama.co.ke", "mamaco.ke", "mama-co.ke"]],
  ["mama. co. ke", ["mama.co.ke"]],
  ["mama .co.ke", ["mama.co.ke"]],
  ["mama..co.ke", ["mama.co.ke"]],
  // Several names are never joined into one that nobody typed.
  ["mama.co.ke njeri.co.ke", ["mama.co.ke", "njeri.co.ke"]],
  ["mama.co.ke or mama.ke", ["mama.co.ke", "mama.ke"]],
  ["mama.co.ke and", ["mama.co.ke"]],
  ["mama.co.ke. njeri", ["mama.co.ke"]],
  // E-mail addresses.
  ["info@mama.co.ke", ["mama.co.ke"]],
  ["mailto:info@mama.co.ke", ["mama.co.ke"]],
  ["info@ mama.co.ke", ["mama.co.ke"]],
  ["mamashop@gmail.com", []],
  // Characters that no name has.
  ["Mama’s Shop", ["mamasshop.co.ke", "mamas-shop.co.ke", "mamasshop.com", "mamasshop.ke"]],
  ["mama & sons", ["mamasons.co.ke", "mama-sons.co.ke", "mamasons.com", "mamasons.ke"]],
  ["mama_njeri", ["mamanjeri.co.ke", "mama-njeri.co.ke", "mamanjeri.com", "mamanjeri.ke"]],
  ["<mama.co.ke>", ["mama.co.ke"]],
  ["mama.co.ke;", ["mama.co.ke"]],
  ["mama😀.com", ["mama.com"]],
  ["@mama", ["mama.co.ke", "mama.com", "mama.ke"]],
  // Nothing is meant.
  ["😀.com", []],
  [".co.ke", []],
  ["co.ke", []],
  ["co. ke", []],
  ["mama.co.ke", []],
  ["  ", []],
  [" ".repeat(2048), []],
])("of %j, offers %j", (typed, names) => {
  expect(namesMeant(typed)).toEqual(names);
});

test("offers only names that can be searched, and nothing for a name", () => {
  const anyTyped = fc
    .array(fc.oneof(anyCharacter, fc.constantFrom("mama", "co", "ke", ".", " ", "dot", "@", "www", ",", "njeri.co.ke")))
    .map((parts) => parts.join(""));
  forAny([anyTyped], (typed) => {
    const names = namesMeant(typed);
    for (const name of names) expect(parseDomainName(name)).toMatchObject({ kind: "name", display: name });
    if (parseDomainName(typed).kind !== "invalid") expect(names).toEqual([]);
  });
});

test.each([
  ["аррӏе.com", ["apple.com"]],
  ["kсb.co.ke", ["kcb.co.ke"]],
  ["москва.com", []],
  ["kahawaé.com", []],
  ["mamanjeri.co.ke", []],
])("%s imitates %j", (typed, latin) => {
  const parsed = parseDomainName(typed);
  expect(parsed.kind).toBe("name");
  if (parsed.kind === "name") expect(latinNames(parsed)).toEqual(latin);
});
