import fc from "fast-check";
import { expect, test } from "vitest";
import { forAny } from "../../tests/arbitraries.ts";
import { parseDomainName } from "./domain-name.ts";
import { MAX_SUGGESTIONS, SUGGESTED_TLDS, SUGGESTION_KINDS, suggestNames, suggestOwnNames } from "./suggestions.ts";

function named(typed: string) {
  const name = parseDomainName(typed);
  if (name.kind !== "name") throw new Error(`${typed} is no name`);
  return name;
}

const suggest = (typed: string, sources = {}) =>
  suggestNames(named(typed), sources).map(({ kind, name }) => `${kind} ${name}`);

const GENERIC = [
  "generic njeri.co.ke",
  "generic njeri.ke",
  "generic njeri.or.ke",
  "generic njeri.org",
  "generic njeri.net",
];

test("suggests names with another word, then other endings, Kenyan ones first", () => {
  expect(suggest("njeri.com")).toEqual([
    ...["related getnjeri.com", "related njerihub.com", "related thenjeri.com"],
    ...GENERIC,
  ]);
});

test.each([
  ["njeri.co.ke", ["njeri.ke", "njeri.or.ke", "njeri.me.ke", "njeri.com"], "getnjeri.co.ke"],
  ["njeri.xyz", ["njeri.co.ke", "njeri.ke", "njeri.or.ke", "njeri.com"], "getnjeri.com"],
])("suggests for %s three other Kenyan endings and .com, and keeps a listed ending", (typed, endings, related) => {
  const names = suggest(typed);
  const generic = names.filter((name) => name.startsWith("generic"));
  expect(generic.slice(0, 4)).toEqual(endings.map((name) => `generic ${name}`));
  expect(names).toContain(`related ${related}`);
});

test("suggestions have the use and price of a listed ending", () => {
  const names = suggestNames(named("njeri.com"), { provided: ["njeri.xyz"] });
  const { listed } = names.find(({ name }) => name === "njeri.ke") ?? {};
  expect(listed).toMatchObject({ use: "The shortest", price: { ksh: 4500 } });
  expect(names.find(({ name }) => name === "njeri.xyz")).toEqual({ kind: "related", name: "njeri.xyz" });
});

test("personal names come first, and the Kenyan endings stay", () => {
  const person = { email: "wanjiru.n@example.co.ke", name: "Wanjiru Njeri" };
  const names = suggest("duka.com", { person });
  expect(names).toHaveLength(8);
  expect(names.filter((name) => name.startsWith("personal"))).toEqual(names.slice(0, 2));
  expect(names.slice(0, 2)).toEqual(["personal wanjirun.co.ke", "personal wanjiru.co.ke"]);
  expect(names).toEqual(expect.arrayContaining(["generic duka.co.ke", "generic duka.ke", "generic duka.or.ke"]));
});

test("each prefix, suffix and ending is used for some name", () => {
  const labels = Array.from("abcdefghijklmnop", (letter) => `${letter}zz`);
  const all = labels.flatMap((label) => suggest(`${label}.com`).map((name) => name.replace(label, "·")));
  for (const word of ["get·", "the·", "my·", "try·", "·hub", "·online", "·tech", "·kenya"]) {
    expect(all, word).toContain(`related ${word}.com`);
  }
  for (const tld of SUGGESTED_TLDS.slice(1)) expect(all, tld).toContain(`generic ·.${tld}`);
  expect(SUGGESTED_TLDS).toEqual(["com", "site", "org", "net", "ai", "dev"]);
});

test("names that would be too long are left out", () => {
  const related = suggestNames(named(`${"a".repeat(60)}.com`)).filter(({ kind }) => kind === "related");
  expect(related.map(({ name }) => name.replace(/a{60}/, "·"))).toEqual(["my·.com", "try·.com", "get·.com"]);
});

test("the provider's suggestions are included, without invalid and duplicate ones, up to the maximum", () => {
  const hundred = Array.from({ length: 100 }, (_, index) => `njeri${index}.com`);
  const provided = ["<script>alert(1)</script>", "getnjeri.com", "NJERI.COM", "", "njerishop.com", "njerishop.com"];
  expect(suggest("njeri.com", { provided: [...provided, ...hundred] })).toEqual([
    ...["related getnjeri.com", "related njerihub.com", "related njerishop.com"],
    ...GENERIC,
  ]);
});

test("at most eight distinct valid names are suggested, sorted by kind, for any input (property)", () => {
  const texts = fc.array(fc.oneof(fc.string(), fc.domain()), { maxLength: 120 });
  const check = (provided: string[]) => {
    const names = suggestNames(named("njeri.com"), { provided, person: { email: provided[0] ?? "@" } });
    expect(names.length).toBeLessThanOrEqual(MAX_SUGGESTIONS);
    expect(new Set(names.map(({ name }) => name)).size).toBe(names.length);
    for (const { name } of names) expect(parseDomainName(name).kind).toBe("name");
    const order = names.map(({ kind }) => SUGGESTION_KINDS.indexOf(kind));
    expect(order).toEqual(order.toSorted());
  };
  forAny([texts], check, 100);
});

const WANJIRU = { email: "n@example.com", name: "Wanjiru Njeri" };

test.each([
  [WANJIRU, [], ["wanjirunjeri.co.ke", "wanjirunjeri.com", "wanjiru.co.ke", "wanjiru.com"]],
  [WANJIRU, ["wanjiru.co.ke"], ["wanjirunjeri.co.ke", "wanjirunjeri.com", "wanjiru.com", "njeri.co.ke"]],
  [{ email: "duka.letu@example.com" }, [], ["dukaletu.co.ke", "dukaletu.com"]],
  [{ email: "!@example.com" }, [], []],
])("suggests to %j with the domains %j the names %j", (person, owned, names) => {
  expect(suggestOwnNames(person, owned).map(({ name }) => name)).toEqual(names);
});
