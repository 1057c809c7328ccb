import { expect, test } from "vitest";
import { toRelativeName } from "../record-name.ts";
import { readZoneFile } from "./read-zone-file.ts";
import type { ZoneEntry } from "./zone-entry.ts";

const ZONE = "example.com";
const A = "192.0.2.1";

function entriesOf(text: string): ZoneEntry[] {
  const file = readZoneFile(text, ZONE);
  if (!file.ok) throw new Error(file.message);
  return file.value;
}

/** Returns each record as "name seconds TYPE content", and each skipped line as its number and the reason. */
function read(text: string): string[] {
  return entriesOf(text).map((entry) => {
    if (entry.kind === "skipped") return `${entry.line}: ${entry.reason}`;
    const { name, ttl, type, priority = "", content } = entry.draft;
    return [toRelativeName(name, ZONE), ttl, type, priority, content].filter((part) => part !== "").join(" ");
  });
}

test.each<[string, string, string]>([
  ["neither class nor TTL", `$TTL 60\nwww A ${A}`, `www 60 A ${A}`],
  ["lower case", `$ttl 60\nWWW in a ${A}\nb Cname WWW`, `www 60 A ${A} / b 60 CNAME www.example.com`],
  ["a line without an owner", `www 60 A ${A}\n   60 A 192.0.2.2`, `www 60 A ${A} / www 60 A 192.0.2.2`],
  ["a line with a tab and a class", `www 60 A ${A}\n\tIN 70 A 192.0.2.2`, `www 60 A ${A} / www 70 A 192.0.2.2`],
  ["TTLs with units", `a 1h30m A ${A}\nb 1W A ${A}\nc 90s A ${A}`, `a 5400 A ${A} / b 86400 A ${A} / c 90 A ${A}`],
  ["the last TTL in place of $TTL", `a 300 A ${A}\nb A ${A}`, `a 300 A ${A} / b 300 A ${A}`],
  [
    "no TTL but the SOA's last number",
    `@ SOA ns1 h 1 2 3 4 900\na 60 A ${A}\nb A ${A}`,
    `1: / a 60 A ${A} / b 900 A ${A}`,
  ],
  ["no TTL at all: an hour", `b A ${A}`, `b 3600 A ${A}`],
  [
    "TTLs beyond what can be kept",
    `a 0 A ${A}\nb 59 A ${A}\nc 86401 A ${A}`,
    `a 60 A ${A} / b 60 A ${A} / c 86400 A ${A}`,
  ],
  ["$ORIGIN of a name below", `$ORIGIN sub.example.com.\nb 60 A ${A}\n@ 60 A ${A}`, `b.sub 60 A ${A} / sub 60 A ${A}`],
  ["a relative $ORIGIN", `$ORIGIN sub\nb 60 A ${A}`, `b.sub 60 A ${A}`],
  ["brackets over several lines", 'k 60 TXT (\n  "abc"\n  "def" )', 'k 60 TXT "abcdef"'],
  ["comments between brackets", "@ 60 MX ( 10 ; first\n mail )", "@ 60 MX 10 mail.example.com"],
  ["a semicolon in a text", '_dmarc 60 TXT "v=DMARC1; p=none" ; note', '_dmarc 60 TXT "v=DMARC1; p=none"'],
  ["quotation marks in a text", 't 60 TXT "say \\"hi\\""', 't 60 TXT "say \\"hi\\""'],
  ["bytes in three digits", 't 60 TXT "a\\059\\195\\188"', 't 60 TXT "a;\\195\\188"'],
  ["several words as a text", "t 60 TXT v=spf1 mx -all", 't 60 TXT "v=spf1 mx -all"'],
  [
    "names that are types, classes or numbers",
    `mx A ${A}\nin A ${A}\n10 A ${A}`,
    `mx 3600 A ${A} / in 3600 A ${A} / 10 3600 A ${A}`,
  ],
  [
    "the ends of lines of every system",
    `a 60 A ${A}\r\nb 60 A ${A}\rc 60 A ${A}`,
    `a 60 A ${A} / b 60 A ${A} / c 60 A ${A}`,
  ],
  ["a byte order mark and no-break spaces", `\uFEFFa\u00A060\u00A0A\u00A0${A}`, `a 60 A ${A}`],
  ["the root as $ORIGIN", `$ORIGIN .\nexample.com 60 A ${A}`, `@ 60 A ${A}`],
  [
    "stars, underscores, names of every alphabet",
    `* 60 A ${A}\nmünze 60 A ${A}`,
    `* 60 A ${A} / xn--mnze-0ra 60 A ${A}`,
  ],
  ["an escaped star", `\\042.shop 60 A ${A}\n\\052 60 A ${A}`, `*.shop 60 A ${A} / * 60 A ${A}`],
  ["a relative target below another $ORIGIN", "$ORIGIN sub\n@ 60 MX 5 mail", "sub 60 MX 5 mail.sub.example.com"],
  [
    "CAA by its number and in bytes, as servers write a type that they do not know",
    "@ 60 IN TYPE257 \\# 22 000569737375656C657473656E63727970742E6F7267",
    '@ 60 CAA 0 issue "letsencrypt.org"',
  ],
  [
    "bytes with space between, over several lines, with the name of the type",
    "@ 60 CLASS1 CAA \\# 12 ( 80 09\n 697373 756577 696C 64 3B )",
    '@ 60 CAA 128 issuewild ";"',
  ],
  ["the age that Windows writes", `a [AGE:3630000] 1200 A ${A}`, `a 1200 A ${A}`],
  ["an indented file", `  www IN A ${A}\n  mx IN A ${A}`, `www 3600 A ${A} / mx 3600 A ${A}`],
])("reads %s", (_what, text, rows) => {
  expect(read(text)).toEqual(rows.split(" / ").map((row) => (row === "1:" ? expect.stringMatching(/^1: /) : row)));
});

test.each<[string, string, RegExp]>([
  ["the SOA", "@ SOA ns1.example.net. h.example.net. 1 2 3 4 5", /its own SOA record/],
  ["the zone's own name servers", "@ NS ns1.example.net.", /name servers of example\.com itself/],
  ["another class", '@ CH TXT "x"', /class CH/],
  ["types by number", "@ TYPE65534 \\# 4 0A000001", /type TYPE65534 cannot/],
  ["DNSSEC records", "@ RRSIG A 5 3 86400", /DNSSEC/],
  ["the type SPF", '@ SPF "v=spf1 -all"', /write TXT in place of SPF/],
  ["the type ALIAS", "@ ALIAS shops.example.net.", /Write CNAME/],
  ["names of other domains", "www.example.org. A 192.0.2.1", /www\.example\.org is not part of example\.com/],
])("leaves out %s without calling the file invalid", (_what, line, words) => {
  const [entry] = entriesOf(`${line}\nok 60 A ${A}`);
  expect(entry).toMatchObject({ kind: "skipped", isBroken: false, text: line });
  expect(read(`${line}\nok 60 A ${A}`)[0]).toMatch(words);
});

test.each<[string, string, RegExp]>([
  ["an unknown type", "www FOO 192.0.2.1", /“FOO” is not a type/],
  ["no type at all", "www 3600 IN", /no type of record on this line/],
  ["a wrong address", "www A 192.0.2.300", /between 0 and 255/],
  ["too little", "@ MX mail.example.net.", /A priority and one mail server/],
  ["a CNAME to itself", "www CNAME www", /cannot point to itself/],
  ["an empty text", 't TXT ""', /Type the text/],
  ["a text cut at its semicolon", "_dmarc TXT v=DMARC1; p=none", /write it in quotation marks/],
  ["bytes of the wrong length", "@ TYPE257 \\# 23 000569737375653B", /given as bytes/],
  ["bytes of another type", "www TYPE1 \\# 4 C0000201", /given as bytes.*address/],
  ["an unclosed quotation mark", 't TXT "abc', /never closed/],
  ["a bracket too many", "t TXT abc )", /never opened/],
  [
    "another domain's target without its dot",
    "www CNAME shops.myshopify.com",
    /Write shops\.myshopify\.com\. with a dot/,
  ],
  ["another domain's name without its dot", "www.njeri.co.ke A 192.0.2.1", /Write www\.njeri\.co\.ke\. with a dot/],
  ["a dot within a label", "a\\.b A 192.0.2.1", /characters that cannot be used/],
  ["an indented first line", "   A 192.0.2.1", /no line above/],
  ["$INCLUDE", "$INCLUDE other.zone", /another file/],
  ["$GENERATE", "$GENERATE 1-9 host$ A 192.0.2.$", /Write them out/],
  ["an unknown directive", "$FOO bar", /command for some server/],
  ["an invalid $TTL", "$TTL soon", /\$TTL 3600/],
  ["an invalid $ORIGIN", "$ORIGIN a/b", /\$ORIGIN example\.com/],
])("reports %s with its line, and reads the rest", (_what, line, words) => {
  const entries = entriesOf(`${line}\nok 60 A ${A}`);
  expect(entries).toMatchObject([
    { kind: "skipped", line: 1, isBroken: true, text: line.trim() },
    { kind: "record", line: 2, draft: { name: "ok.example.com" } },
  ]);
  expect(read(`${line}\nok 60 A ${A}`)[0]).toMatch(words);
});

test("reports an unclosed bracket, which swallows the rest of the file", () => {
  const rows = read(`a 60 A ${A}\nb 60 TXT ( "x"\nc 60 A ${A}`);
  expect(rows).toEqual([`a 60 A ${A}`, expect.stringMatching(/^2: A bracket opens here.*nothing after it/)]);
});

test("keeps the owner of an invalid line for the lines below it", () => {
  expect(read(`a 60 A ${A}\nb 60 TXT "x\n  60 A ${A}\nc 60 FOO x\n  60 A ${A}`)).toEqual([
    `a 60 A ${A}`,
    expect.stringMatching(/^2: /),
    `b 60 A ${A}`,
    expect.stringMatching(/^4: /),
    `c 60 A ${A}`,
  ]);
  expect(read(`a 60 A ${A}\na/b 60 A ${A}\n  60 TXT x`).at(-1)).toMatch(/^3: .*no line above/);
});

test("knows the RRset of an invalid line if it could be read", () => {
  expect(entriesOf(`www A 1\nok A ${A}`)[0]).toMatchObject({ isBroken: true, rrset: "A www.example.com" });
  expect(entriesOf(`www A "1\nok A ${A}`)[0]).not.toHaveProperty("set");
});

test("mentions a repeated record once", () => {
  const text = `a 60 A ${A}\nA.example.com. 90 IN A ${A}\na A ${A}\n@ SOA a b 1 2 3 4 5\n@ SOA a b 1 2 3 4 5`;
  expect(read(text)).toEqual([`a 60 A ${A}`, "2: It says the same as line 1.", expect.stringMatching(/^4: .*SOA/)]);
  expect(read('t TXT "ab"\nt TXT "a" "b"').at(-1)).toBe("2: It says the same as line 1.");
});

test.each<[string, string[]]>([
  [`www.example.com 60 A ${A}`, ["as-absolute"]],
  ["www 60 CNAME shop.example.com", ["as-absolute"]],
  ["t 60 TXT a b", ["as-one-text"]],
  [`www 59 A ${A}`, ["ttl-raised"]],
  [`www 1 A ${A}`, []],
  [`www 10 A ${A} ; cf_tags=cf-proxied:true`, []],
])("the line %s has the adjustments %j", (line, adjustments) => {
  const [entry] = entriesOf(line);
  expect(entry).toMatchObject({ kind: "record", adjustments });
  if (adjustments.includes("as-absolute")) expect(JSON.stringify(entry)).not.toContain("example.com.example.com");
});
