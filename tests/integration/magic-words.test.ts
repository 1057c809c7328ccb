// The table of magic words in docs/sandbox.md says where each word has a meaning. Each cell is compared with the fake provider.

import { readFileSync } from "node:fs";
import { Duplex } from "node:stream";
import { getResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import { handlers, resetMocks } from "#mocks/handlers.ts";
import { respondToWhois } from "#mocks/whois.ts";
import { zones } from "#mocks/zones.ts";

const JSON_HEADERS = { Accept: "application/json", "Content-Type": "application/json" };
const BASE = "http://127.0.0.1/proxy";

/** What each column's provider answers for a name that begins so: "" is an ordinary name. */
const COLUMNS: Record<string, (start: string) => Promise<string>> = {
  Search: (start) => ask("GET", `${BASE}/godaddy/v1/domains/available?domain=${start}duka.com`),
  Suggestions: (start) => ask("GET", `${BASE}/godaddy/v1/domains/suggest?query=${start}duka&limit=5&tlds=com,org`),
  Order: (start) =>
    ask(
      "POST",
      `${BASE}/godaddy/v1/domains`,
      { domain: `${start}duka.com`, ...TERMS },
      { "Idempotency-Key": "a".repeat(8) },
    ),
  "Reading DNS": (start) => ask("GET", records(zones.add(`${start}duka.com`).id)),
  "Writing DNS": async (start) => {
    const { id } = zones.add("mtihani.com");
    const record = { type: "A", name: `${start}duka.mtihani.com`, content: "203.0.113.9", ttl: 600, proxied: false };
    const added = await ask("POST", records(id), record);
    // A record with a word that refuses to add it is there already.
    const [own = { ...record, id: "b".repeat(32), comment: null, created_on: "", modified_on: "" }] =
      zones.find(id)?.records ?? [];
    if (zones.find(id)?.records.length === 0) zones.find(id)?.records.push(own);
    return `${added} ${await ask("DELETE", `${records(id)}/${own.id}`)}`;
  },
  Resolvers: (start) =>
    ask("GET", `http://127.0.0.1/public-dns/google/resolve?name=${start}duka.co.ke&type=NS`, undefined, {
      Accept: "application/dns-json",
    }),
  WHOIS: async (start) => whois(`${start}duka.co.ke`),
};
const TERMS = { period: 1 };
const records = (zone: string) => `${BASE}/cloudflare/zones/${zone}/dns_records`;

/** The table, without its words for everything: | `word-` | cell for each column |. "–": no meaning. */
const [head = [], ...rows] = readFileSync("docs/sandbox.md", "utf8")
  .split("\n")
  .filter((line) => /^\| (?:Begins with \| Search|`[a-z0-9]+-` \|(?: [^|]+\|){7}$)/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()));
const names = head.slice(2, -1);
/** Nobody waits for these here; the tests of each provider do. */
const TIMED = ["slow-", "timeout-"];

beforeEach(() => resetMocks());

test("the table has every magic word of names, and each column", () => {
  const source = readFileSync("mocks/faults.ts", "utf8");
  const [, list = ""] = /const NAME_FAULTS = \[([^\]]*)\]/.exec(source) ?? [];
  const words = [...list.matchAll(/"(\w+)"/g)].map(([, word]) => word);
  expect(rows.map(([, word]) => word?.replace(/[`-]/g, "")).toSorted()).toEqual(words.toSorted());
  expect(names).toEqual(Object.keys(COLUMNS));
});

const untimed = rows
  .map(([, word = "", ...cells]) => ({ word: word.replaceAll("`", ""), cells }))
  .filter(({ word }) => !TIMED.includes(word));

describe.each(untimed)("$word", ({ word, cells }) => {
  test("has a meaning where the table says so, and nowhere else", async () => {
    const found: Record<string, boolean> = {};
    const said: Record<string, boolean> = {};
    for (const [index, name] of names.entries()) {
      said[name] = cells[index] !== "–";
      resetMocks();
      const ordinary = await COLUMNS[name]?.("");
      resetMocks();
      const real = await COLUMNS[name]?.(word);
      found[name] = real?.replaceAll(word, "") !== ordinary;
    }
    expect(found).toEqual(said);
  });
});

/** Returns status and body of a reply, without ids and times. */
async function ask(method: string, url: string, body?: object, more = {}): Promise<string> {
  const init = { method, headers: { ...JSON_HEADERS, ...more }, ...(body && { body: JSON.stringify(body) }) };
  const response = await getResponse(handlers, new Request(url, init));
  if (!response || response.status === 0) return "closed";
  const text = await response.text();
  return `${response.status} ${text.replace(/[0-9a-f]{32}|\d{4}-\d\d-\d\dT[\d:.]+Z|"orderId":\d+/g, "")}`;
}

function whois(domain: string): string {
  const written: string[] = [];
  const socket = new Duplex({
    read() {},
    write(chunk, _encoding, done) {
      written.push(String(chunk));
      done();
    },
  });
  respondToWhois(`${domain}\r\n`, socket);
  return written.join("");
}
