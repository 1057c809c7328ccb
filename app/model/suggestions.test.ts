import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { parseDomainName } from "./domain-name.ts";
import { MAX_SUGGESTIONS, SUGGESTED_TLDS, SUGGESTION_KINDS, suggestNames, suggestOwnNames } from "./suggestions.ts";

function named(typed: string) {
  const name = parseDomainName(typed);
  if (name.kind !== "name") throw new Error(`${typed} is no name`);
  return name;
}

const suggest = (typed: string, sources = {}) =>
  suggestNames(named(typed), sources).map(({ kind, name }) => `${kind} ${name}`);

describe("suggestNames", () => {
  it("gives a visitor related names first, then the same name with other endings", () => {
    expect(suggest("njeri.com")).toEqual([
      "related getnjeri.com",
      "related njerihub.com",
      "related thenjeri.com",
      "related njerionline.com",
      "generic njeri.site",
      "generic njeri.org",
      "generic njeri.net",
      "generic njeri.ai",
    ]);
  });

  it("keeps the searched ending behind a word in front, if we sell it", () => {
    expect(suggest("njeri.co.ke")).toContain("related getnjeri.co.ke");
    expect(suggest("njeri.xyz")).toContain("related getnjeri.com");
  });

  it("puts the names of somebody who is known first, with both endings", () => {
    const person = { email: "wanjiru.n@example.co.ke", name: "Wanjiru Njeri" };
    const names = suggest("duka.com", { person });
    expect(names.slice(0, 3)).toEqual(["personal wanjirun.com", "personal wanjirun.co.ke", "personal wanjiru.com"]);
    expect(names.filter((name) => name.startsWith("personal"))).toHaveLength(3);
    expect(names).toHaveLength(8);
  });

  it("takes every prefix, suffix and ending of the list", () => {
    const long = named(`${"a".repeat(59)}.com`);
    // With 59 letters only words of up to four fit into a name, so no suffix but "hub" and "tech" does.
    const related = suggestNames(long).filter(({ kind }) => kind === "related");
    expect(related.map(({ name }) => name.replace(/a{59}/, "·"))).toEqual([
      "get·.com",
      "·hub.com",
      "the·.com",
      "my·.com",
    ]);
    const all = new Set(SUGGESTED_TLDS.flatMap((tld) => suggest(`njeri.${tld}`)));
    for (const tld of ["site", "org", "net", "ai"]) expect(all).toContain(`generic njeri.${tld}`);
    expect(SUGGESTED_TLDS).toEqual(["com", "site", "org", "net", "ai", "dev"]);
  });

  it("gives the provider's ideas a place, without what is no name, what is there already and what is too many", () => {
    const hundred = Array.from({ length: 100 }, (_, index) => `njeri${index}.com`);
    const provided = ["<script>alert(1)</script>", "getnjeri.com", "NJERI.COM", "", "njerishop.com", "njerishop.com"];
    expect(suggest("njeri.com", { provided: [...provided, ...hundred] })).toEqual([
      "related getnjeri.com",
      "related njerihub.com",
      "related njerishop.com",
      "related njeri0.com",
      "generic njeri.site",
      "generic njeri.org",
      "generic njeri.net",
      "generic njeri.ai",
    ]);
  });

  it("whatever the provider says: at most eight names, each a name, none twice, sorted by kind", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.domain()), { maxLength: 120 }), (provided) => {
        const names = suggestNames(named("njeri.com"), { provided, person: { email: provided[0] ?? "@" } });
        expect(names.length).toBeLessThanOrEqual(MAX_SUGGESTIONS);
        expect(new Set(names.map(({ name }) => name)).size).toBe(names.length);
        for (const { name } of names) expect(parseDomainName(name).kind).toBe("name");
        const order = names.map(({ kind }) => SUGGESTION_KINDS.indexOf(kind));
        expect(order).toEqual([...order].sort());
      }),
    );
  });
});

test.each([
  [
    { email: "n@example.com", name: "Wanjiru Njeri" },
    [],
    ["wanjirunjeri.co.ke", "wanjirunjeri.com", "wanjiru.co.ke", "wanjiru.com"],
  ],
  [
    { email: "n@example.com", name: "Wanjiru Njeri" },
    ["wanjiru.co.ke"],
    ["wanjirunjeri.co.ke", "wanjirunjeri.com", "wanjiru.com", "njeri.co.ke"],
  ],
  [{ email: "duka.letu@example.com" }, [], ["dukaletu.co.ke", "dukaletu.com"]],
  [{ email: "n@example.com", name: "Njeri" }, [], ["njeri.co.ke", "njeri.com"]],
  [{ email: "!@example.com" }, [], []],
])("%j who has %j gets %j", (person, owned, names) => {
  expect(suggestOwnNames(person, owned)).toEqual(names);
});
