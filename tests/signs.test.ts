import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** What Roboto and other plain text fonts have: Latin, punctuation, currencies, and a few mathematical signs. */
const IN_EVERY_FONT =
  /[\t\n\r\u0020-\u007e\u00a0-\u00ff\u2000-\u2027\u202f-\u205f\u20a0-\u20be\u2122\u2212\u2248\u2264\u2265]/gu;

/** Files with other characters: what people may type or write, and the specification's own words. */
const EXPECTED = [
  "app/blog/to-html.server.ts",
  "app/blog/to-mail.server.ts",
  "app/domains/domain-name.ts",
  "app/domains/ascii-name.ts",
  "app/domains/look-alike.ts",
  "app/domains/names-meant.server.ts",
  "app/desk/csv.server.ts",
  "app/dns/zone-file/record-line.ts",
  "app/dns/target.ts",
  "app/dns/name-below.ts",
  "app/dns/record-name.ts",
  // "Read more →" is a sentence of the specification.
  "app/routes/blog/post.tsx",
  "app/routes/blog/post-text/clean-html.server.ts",
];

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

const FILES = readdirSync("app", { recursive: true, encoding: "utf8" })
  .map((name) => `app/${name}`)
  .filter((path) => /(?<!\.test)\.(tsx?|css)$/.test(path));

it("pages draw their signs, because a font may lack the character", () => {
  expect(FILES.length).toBeGreaterThan(300);
  const found = FILES.flatMap((path) => {
    const left = readFileSync(path, "utf8").replace(COMMENT, "").replace(IN_EVERY_FONT, "");
    return left === "" ? [] : [path];
  });
  const advice = "Use an <Icon> or CSS shapes in place of a character such as an arrow or a tick";
  expect(found.sort(), advice).toEqual([...EXPECTED].sort());
});
