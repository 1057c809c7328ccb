import { afterEach, describe, expect, test, vi } from "vitest";
import { resetMocks } from "../handlers.ts";
import { type ZoneRecord, zones } from "../zones.ts";

const BASE = "http://mock.test/public-dns";
const GOOGLE = `${BASE}/google/resolve`;
const CLOUDFLARE = `${BASE}/cloudflare/dns-query`;
const ZONE = "mamamboga.co.ke";
const headers = { Accept: "application/dns-json" };

afterEach(resetMocks);

const ask = async (url: string, name: string, type: string) =>
  (await fetch(`${url}?${new URLSearchParams({ name, type })}`, { headers })).json();
const dataOf = async (url: string, name: string, type: string): Promise<string[]> =>
  ((await ask(url, name, type)).Answer ?? []).map(({ data }: { data: string }) => data);
const seenBy = async (name: string, type: string) => [
  await dataOf(GOOGLE, name, type),
  (await dataOf(CLOUDFLARE, name, type)).filter((data) => !data.includes("34505")),
];

/** Adds a record such as "www A 192.0.2.1" to a zone; "@" is the apex. */
function put(domain: string, line: string, rest: Partial<ZoneRecord> = {}) {
  const [label, type = "", ...content] = line.split(" ");
  const zone = zones.findByName(domain) ?? zones.add(domain);
  const dates = { comment: null, created_on: "", modified_on: "" };
  const name = label === "@" ? domain : `${label}.${domain}`;
  zone.records.push({ id: line, type, name, content: content.join(" "), ttl: 1, proxied: false, ...dates, ...rest });
}

test.each<[string, string, RequestInit?]>([
  ["an unknown path", `${BASE}/quad9/resolve?name=a.com&type=A`],
  ["another method", `${GOOGLE}?name=a.com&type=A`, { method: "POST" }],
  ["no name", `${GOOGLE}?type=A`],
  ["an unknown parameter", `${GOOGLE}?name=a.com&type=A&cd=1`],
  ["a wildcard", `${GOOGLE}?name=*.a.com&type=A`],
  ["upper case", `${GOOGLE}?name=A.com&type=A`],
  ["an unknown type", `${CLOUDFLARE}?name=a.com&type=ANY`],
  ["another Accept header", `${CLOUDFLARE}?name=a.com&type=A`, { headers: { Accept: "application/json" } }],
])("refuses a question with %s and fails the test that sent it", async (_what, url, init = {}) => {
  const complaint = vi.spyOn(console, "error").mockReturnValue();
  expect((await fetch(url, { headers, ...init })).status).toBe(400);
  expect(complaint).toHaveBeenCalledOnce();
  complaint.mockClear();
});

test("each resolver spells replies in its own way", async () => {
  expect(await ask(GOOGLE, `ofisi.${ZONE}`, "A")).toMatchObject({
    Status: 0,
    Question: [{ name: `ofisi.${ZONE}.`, type: 1 }],
    Answer: [{ name: `ofisi.${ZONE}.`, type: 1, TTL: 600, data: "198.51.100.7" }],
  });
  const [own, signature] = (await ask(CLOUDFLARE, `ofisi.${ZONE}`, "A")).Answer;
  expect([own.name, signature.type]).toEqual([`ofisi.${ZONE}`, 46]);
  expect(await seenBy(ZONE, "MX")).toEqual([
    ["0 mamamboga-co-ke.mail.protection.outlook.com."],
    ["0 mamamboga-co-ke.mail.protection.outlook.com."],
  ]);
  expect(await seenBy(`_dmarc.${ZONE}`, "TXT")).toEqual([["v=DMARC1; p=quarantine"], ['"v=DMARC1; p=quarantine"']]);
  expect(await seenBy(ZONE, "CAA")).toEqual([
    ['0 issue "letsencrypt.org"'],
    ["\\# 22 00 05 69 73 73 75 65 6c 65 74 73 65 6e 63 72 79 70 74 2e 6f 72 67"],
  ]);
  expect((await seenBy(`_sip._tls.${ZONE}`, "SRV"))[0]).toEqual(["100 1 443 sipdir.online.lync.com."]);
});

test("answers for proxied records, also a CNAME, with the CDN's addresses", async () => {
  expect((await seenBy(ZONE, "A"))[0]).toEqual(["104.21.32.1", "172.67.150.1"]);
  expect((await seenBy(`duka.${ZONE}`, "A"))[1]).toEqual(["104.21.32.1", "172.67.150.1"]);
  expect(await seenBy(`duka.${ZONE}`, "CNAME")).toEqual([[], []]);
});

test("follows a CNAME, and flattens one at the apex to addresses", async () => {
  expect((await seenBy(`autodiscover.${ZONE}`, "A"))[0]).toEqual(["autodiscover.outlook.com.", "192.0.2.10"]);
  put("flat.co.ke", "@ CNAME shops.example.com");
  put("flat.co.ke", "@ TXT x");
  expect((await seenBy("flat.co.ke", "A"))[0]).toEqual(["192.0.2.10"]);
  expect((await seenBy("flat.co.ke", "CNAME"))[0]).toEqual([]);
  expect((await seenBy("flat.co.ke", "TXT"))[0]).toEqual(["x"]);
});

test("answers NXDOMAIN only for names that do not exist, and wildcards below existing names", async () => {
  expect((await ask(GOOGLE, `ofisi.${ZONE}`, "MX")).Status).toBe(0);
  expect((await ask(GOOGLE, `_tls.${ZONE}`, "A")).Status).toBe(0);
  const no = await ask(GOOGLE, `nobody.${ZONE}`, "A");
  expect([no.Status, no.Authority[0].type, no.Answer]).toEqual([3, 6, undefined]);
  expect((await ask(GOOGLE, "nobody.example", "NS")).Status).toBe(3);
  put(ZONE, "* A 192.0.2.7");
  expect((await seenBy(`a.b.${ZONE}`, "A"))[0]).toEqual(["192.0.2.7"]);
  // A wildcard does not apply below an existing name (RFC 4592, 3.3.1).
  expect((await ask(GOOGLE, `a.ofisi.${ZONE}`, "A")).Status).toBe(3);
});

describe("the magic word", () => {
  test.each([
    ["A 192.0.2.1", "192.0.2.99"],
    ["AAAA 2001:db8::1", "2001:db8::99"],
    ["CNAME a.example.net", "old.example.com."],
    ["MX mail.example.com", "10 old-mail.example.com."],
    ["TXT new", '"an old text"'],
    ["SRV 1 443 sip.example.com", "10 1 443 old-sip.example.com."],
  ])("old- makes the second resolver return another value for %s", async (line, old) => {
    put(ZONE, `old-duka ${line}`, { priority: 10 });
    const [type = ""] = line.split(" ");
    const [one, other] = await seenBy(`old-duka.${ZONE}`, type);
    expect(other).toEqual([old]);
    expect(one).not.toEqual([old]);
    expect(one).toHaveLength(1);
  });

  test("unseen- hides a record from both resolvers", async () => {
    put(ZONE, "unseen-duka A 192.0.2.1");
    for (const url of [GOOGLE, CLOUDFLARE]) expect((await ask(url, `unseen-duka.${ZONE}`, "A")).Status).toBe(3);
  });

  test.each([
    ["elsewhere", "ns1 ns2", "ns1 ns2"],
    ["moving", "amani juma", "ns1 ns2"],
    ["partly", "amani ns1 ns2", "amani ns1 ns2"],
    ["nameless", "", ""],
    ["unregistered", "", ""],
    ["silent", "", ""],
    ["other", "amani juma", "amani juma"],
  ])("%s- selects the name servers %j and %j", async (word, ...expected) => {
    zones.add(`${word}-duka.co.ke`);
    const servers = await seenBy(`${word}-duka.co.ke`, "NS");
    expect(servers.map((names) => names.map((name) => name.split(".")[0]).join(" "))).toEqual(expected);
    const status = { unregistered: 3, silent: 2 }[word] ?? 0;
    expect((await ask(GOOGLE, `${word}-duka.co.ke`, "NS")).Status).toBe(status);
  });

  test("elsewhere- answers with another address for proxied records and with copies of the others", async () => {
    put("elsewhere-duka.co.ke", "@ A 192.0.2.1", { proxied: true });
    put("elsewhere-duka.co.ke", "mail A 192.0.2.2");
    expect(await seenBy("elsewhere-duka.co.ke", "A")).toEqual([["192.0.2.80"], ["192.0.2.80"]]);
    expect(await seenBy("mail.elsewhere-duka.co.ke", "A")).toEqual([["192.0.2.2"], ["192.0.2.2"]]);
  });
});
