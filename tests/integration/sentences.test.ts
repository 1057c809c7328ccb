import { expect, test } from "vitest";
import { PAGES } from "../pages.ts";
import { DOMAIN, first, idOf, jobOf, post, second } from "./dns-pages.ts";
import { readPage, textOf } from "./read-page.ts";

const MOST_WORDS = 20;
const BLOCKS = "p, li, dt, dd, h1, h2, h3, td, th, label, legend, summary, button, option, small, div, section";
/** What customers typed, and the titles of other companies' documents. */
const NOT_OURS = "[translate=no], textarea, .sources li";

const HOME = `/dashboard/domains/${DOMAIN}`;
const ORDERS = "/dashboard/orders/new?kind=";
const ELSEWHERE = "/dashboard/domains/elsewhere-demo.co.ke";

const OWN = PAGES.flatMap(({ path, visits = [] }) => (/^\/(dashboard|profile)/.test(path) ? visits : []));
const MORE = [
  ...["register", "transfer", "certificate", "hosting"].map((kind) => `${ORDERS}${kind}&domain=njeri-duka.org`),
  ...["shopify", "wix", "squarespace", "google", "netlify"].map((provider) => `${HOME}/website?with=${provider}`),
  ...["microsoft", "google", "zoho"].map((provider) => `${HOME}/dns/mail?with=${provider}`),
  ...["MX", "SRV", "CAA", "NS"].map((type) => `${HOME}/dns/add?new=${type}`),
  ...[`${HOME}/dns?q=mpesa`, `${HOME}/dns?select=1`, "/dashboard/domains/kilimobora.or.ke"],
];

/** Returns the sentences of a page, one of several lines or cells at most. */
async function sentencesOf(path: string, browser = first): Promise<string[]> {
  const { all } = await readPage(path, browser);
  const lines = all(`main :is(${BLOCKS})`).map((block) => {
    const own = block.cloneNode(true) as Element;
    for (const inner of own.querySelectorAll(`${BLOCKS}, ${NOT_OURS}`)) inner.remove();
    return block.closest(NOT_OURS) ? "" : textOf(own);
  });
  return lines.flatMap((line) => line.split(/(?<=[.?!])\s+/)).filter(Boolean);
}

async function expectShortSentences(path: string, browser = first) {
  const sentences = await sentencesOf(path, browser);
  expect(sentences.length, `${path} has text`).toBeGreaterThan(2);
  expect(sentences.filter((sentence) => sentence.split(" ").length > MOST_WORDS)).toEqual([]);
}

test.each([...OWN, ...MORE])("%s has no sentence of more than 20 words", (path) => expectShortSentences(path));

test.each(["", "/dns", "/dns/live", "/dns/mail"])(
  "the page %j of a domain whose name servers are elsewhere has none",
  (end) => expectShortSentences(ELSEWHERE + end, second),
);

test("the pages of a record, of a deletion of all records and of an import have none", async () => {
  const record = idOf("@", "MX");
  const exact = await post("import", { text: "@ 300 A 198.51.100.8\nx IN HINFO a b", mode: "add" });
  const all = await post("selection", [
    ["record", record],
    ["record", idOf("_dmarc", "TXT")],
    ["intent", "delete"],
  ]);
  const jobs = [exact, all].map((response) => `history/${jobOf(response)}`);
  for (const end of [`${record}/edit`, `${record}/delete`, ...jobs]) await expectShortSentences(`${HOME}/dns/${end}`);
});
