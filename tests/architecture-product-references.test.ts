import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const FOLDERS = ["app", "docs", "mocks", "scripts", "supabase", "tests"];
const FILES = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
).filter((name) => /\.(?:tsx?|js|css|sql|md)$/.test(name) && !name.includes("node_modules"));

/** Every section of the product's rules, by its file. */
const SECTIONS = Object.fromEntries(
  readdirSync("docs/product").map((name) => {
    const headings = readFileSync(`docs/product/${name}`, "utf8").matchAll(/^##+ (.+)$/gm);
    return [`docs/product/${name}`, [...headings].map(([, title = ""]) => title)];
  }),
);
const ALL_SECTIONS = Object.values(SECTIONS).flat();

/** A file of the rules, and the titles after it: `docs/product/dns.md, "Is it live" and "DNS records"`. */
const REFERENCE = /(docs\/product(?:\/[\w-]+)?\.md)(?:`?(?:, | \()("[^"]+"(?: and "[^"]+")*))?/g;

/** Returns the references of a text that lead nowhere. Comments and paragraphs may break anywhere. */
function brokenReferences(text: string): string[] {
  const flat = text.replace(/\s*\n\s*(?:\*(?!\/)|--|\/\/)?\s*/g, " ");
  return [...flat.matchAll(REFERENCE)].flatMap(([reference, file = "", titles = ""]) => {
    const existing = file === "docs/product.md" ? ALL_SECTIONS : SECTIONS[file];
    const named = [...titles.matchAll(/"([^"]+)"/g)].map(([, title = ""]) => title);
    return existing && named.every((title) => existing.includes(title)) ? [] : [reference];
  });
}

/** Returns the anchor that GitHub makes of a title. */
function anchor(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\w -]/g, "")
    .replaceAll(" ", "-");
}

test("every reference to the product's rules names a file and a section that exist", () => {
  // This file has references that are wrong on purpose.
  const others = FILES.filter((name) => name !== "tests/architecture-product-references.test.ts");
  const broken = others.flatMap((name) => brokenReferences(readFileSync(name, "utf8")).map((one) => `${name}: ${one}`));
  expect(broken).toEqual([]);
});

test("a reference to a missing file or section counts as broken, even across lines", () => {
  expect(brokenReferences('/** Source: docs/product/dns.md, "Is\n * it live" and "DNS records". */')).toEqual([]);
  expect(brokenReferences('// docs/product.md,\n// "Sessions"')).toEqual([]);
  expect(brokenReferences('docs/product/dns.md, "Sessions"')).toHaveLength(1);
  expect(brokenReferences('docs/product/dns.md, "DNS records" and "Sessions"')).toHaveLength(1);
  expect(brokenReferences('docs/product/no-such-file.md, "Sessions"')).toHaveLength(1);
  expect(brokenReferences('-- docs/product.md,\n  -- "No such section"')).toHaveLength(1);
});

test("the list of contents has every section once, in the order of its file", () => {
  const contents = readFileSync("docs/product.md", "utf8").matchAll(/^- \[(.+)\]\((.+)\): ./gm);
  const listed = [...contents].map(([, title, link]) => [title, link]);
  const files = [...new Set(listed.map(([, link = ""]) => `docs/${link.split("#")[0]}`))];
  expect([...files].sort()).toEqual(Object.keys(SECTIONS).sort());
  expect(listed).toEqual(
    files.flatMap((file) =>
      (SECTIONS[file] ?? []).map((title) => [title, `${file.slice("docs/".length)}#${anchor(title)}`]),
    ),
  );
  expect(ALL_SECTIONS).toHaveLength(new Set(ALL_SECTIONS).size);
});
