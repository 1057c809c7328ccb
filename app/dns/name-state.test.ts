import { expect, test } from "vitest";
import { RSA_KEYS } from "../../tests/dkim-keys.ts";
import { zoneRecord as record } from "../../tests/zone-record.ts";
import type { Status } from "./live.ts";
import type { LiveView } from "./live-view.ts";
import { nameState, websiteSets } from "./name-state.ts";
import type { DnsRecord } from "./record.ts";

const ZONE = "example.com";
const WEB = [record("@ A 203.0.113.24"), record("www CNAME example.com")];
const MX = record("@ MX smtp.google.com", { priority: 1 });
const MAIL = [
  ...[MX, record('@ TXT "v=spf1 include:_spf.google.com ~all"')],
  record('_dmarc TXT "v=DMARC1; p=none; rua=mailto:dmarc@example.com"'),
  record(`google._domainkey TXT "v=DKIM1; k=rsa; p=${RSA_KEYS[1024]}"`),
];
const ALL = [...WEB, ...MAIL];

/** What a resolver sees: the status of the name servers, and that of each record set. */
function view(servers: Status | null, ...statuses: Status[]): LiveView {
  return {
    ...{ isUnreachable: false, missing: [] },
    servers: servers && {
      status: servers,
      title: "This name uses our name servers.",
      text: "",
      others: [],
      change: null,
    },
    rows: statuses.map((status, at) => ({
      ...{ id: String(at), types: ["A"], name: "@", values: [], note: "" },
      answers: [{ status, word: "", text: "", resolver: "Google" }],
    })),
  };
}

const statesOf = (records: DnsRecord[], view?: LiveView) =>
  nameState(records, ZONE, view).map(({ status, word }) => `${status}: ${word}`);

const SET_UP = "ok: set up";
const LOOK = "warn: look at this";
const BROKEN = "bad: does not work";
const UNKNOWN = "neutral: not known";
const NOT_SET_UP = "neutral: not set up";

test.each<[string, DnsRecord[], LiveView | undefined, string[]]>([
  ["everything resolves", ALL, view("ok", "ok", "ok"), [SET_UP, SET_UP, SET_UP]],
  ["one address is old", ALL, view("ok", "ok", "warn"), [LOOK, SET_UP, SET_UP]],
  ["one address has no answer", ALL, view("ok", "warn", "bad"), [BROKEN, SET_UP, SET_UP]],
  ["nothing is set up", [record('@ TXT "hello"')], view("ok"), [NOT_SET_UP, NOT_SET_UP, SET_UP]],
  ["other name servers may answer", ALL, view("warn", "neutral"), [LOOK, LOOK, LOOK]],
  ["no name servers answer", ALL, view("bad"), [BROKEN, BROKEN, BROKEN]],
  ["the resolvers were not asked", ALL, undefined, [UNKNOWN, SET_UP, UNKNOWN]],
  ["no resolver answered", ALL, { ...view(null), isUnreachable: true }, [UNKNOWN, SET_UP, UNKNOWN]],
])("if %s, the website, mail and name servers have the right states", (_what, records, view, states) => {
  expect(statesOf(records, view)).toEqual(states);
});

test("the website's sentence names its provider, and no provider for a server of the customer's own", () => {
  const wix = [record("@ A 203.0.113.24"), record("www CNAME www12.wixdns.net")];
  const texts = [wix, WEB].map((records) => nameState(records, ZONE, view("ok", "ok", "ok"))[0]?.text);
  expect(texts).toEqual(["Visitors reach your Wix site.", "Visitors reach the address you set."]);
});

test("finds problems in mail records without a resolver", () => {
  expect(statesOf([MX])[1]).toMatch(/^(bad|warn): /);
});

test("only a website that is not set up links to its set-up", () => {
  const pages = [[], WEB].map((records) => nameState(records, ZONE, undefined)[0]?.page);
  expect(pages).toEqual(["website", "live"]);
});

test.each([
  ["a private address", [record("@ A 192.168.1.5"), record("www CNAME example.com")]],
  ["an IPv4 address in the notation of IPv6", [record("@ AAAA ::ffff:41.90.64.12")]],
  ["a name without an address", [record("@ A 203.0.113.24"), record("www CNAME shop.example.com")]],
  ["a private address by a wildcard", [record("@ A 203.0.113.24"), record("* A 10.0.0.1")]],
])("a website that leads to %s does not work, also if its records resolve", (_what, records) => {
  expect(nameState(records, ZONE, view("ok", "ok"))[0]).toMatchObject({
    status: "bad",
    text: expect.stringMatching(/^Visitors reach nothing at .+ leads\.$/),
  });
});

test("a name that a wildcard or other name servers answer for is no dead end", () => {
  const shop = record("www CNAME a.shop.example.com");
  for (const more of [record("*.shop A 203.0.113.24"), record("shop NS ns1.example.net")])
    expect(statesOf([record("@ A 203.0.113.24"), shop, more], view("ok", "ok"))[0]).toBe(SET_UP);
});

test("a wildcard stands for www", () => {
  const records = [record("@ A 203.0.113.24"), record("* A 203.0.113.24")];
  expect(websiteSets(records, ZONE).map(({ name }) => name)).toEqual([ZONE, "*.example.com"]);
});

test("a website consists of the apex and www", () => {
  const records = [record("ftp A 203.0.113.9"), ...MAIL, ...WEB];
  expect(websiteSets(records, ZONE).map(({ name }) => name)).toEqual([ZONE, "www.example.com"]);
});
