import { describe, expect, test } from "vitest";
import type { Status } from "./live.ts";
import type { LiveView } from "./live-view.ts";
import { nameState, websiteSets } from "./name-state.ts";
import type { DnsRecord } from "./record.ts";

const ZONE = "duka.co.ke";
const record = (type: string, name: string, content: string, more: Partial<DnsRecord> = {}): DnsRecord => ({
  id: `${type} ${name} ${content}`,
  type,
  name,
  content,
  ttl: 3600,
  proxied: false,
  ...more,
});

const WEB = [record("A", ZONE, "203.0.113.24"), record("CNAME", `www.${ZONE}`, ZONE)];
const MAIL = [
  record("MX", ZONE, "smtp.google.com", { priority: 1 }),
  record("TXT", ZONE, '"v=spf1 include:_spf.google.com ~all"'),
  record("TXT", `_dmarc.${ZONE}`, '"v=DMARC1; p=none; rua=mailto:dmarc@duka.co.ke"'),
  record("TXT", `google._domainkey.${ZONE}`, '"v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A"'),
];

function view(servers: Status | null, ...answers: Status[]): LiveView {
  const said = { title: "The world asks our name servers.", text: "", seen: [], change: null };
  return {
    isUnreachable: false,
    missing: [],
    servers: servers && { status: servers, ...said },
    rows: answers.map((status, at) => ({
      id: String(at),
      types: ["A"],
      name: "@",
      values: [],
      note: "",
      answers: [{ status, word: "", text: "", resolver: "Google" }],
    })),
  };
}

const said = (records: DnsRecord[], seen: LiveView | undefined) =>
  Object.fromEntries(nameState(records, ZONE, seen).map(({ part, status, word }) => [part, `${status}: ${word}`]));

test("everything works if all services are set up and resolve correctly", () => {
  expect(said([...WEB, ...MAIL], view("ok", "ok", "ok"))).toEqual({
    Website: "ok: works",
    Mail: "ok: works",
    "Name servers": "ok: works",
  });
});

test("a website has the state of its worst answer", () => {
  expect(said(WEB, view("ok", "ok", "warn")).Website).toBe("warn: look at this");
  expect(said(WEB, view("ok", "warn", "bad")).Website).toBe("bad: does not work");
});

test("services that are not set up are neutral", () => {
  expect(said([record("TXT", ZONE, '"hello"')], view("ok"))).toMatchObject({
    Website: "neutral: not set up",
    Mail: "neutral: not set up",
  });
});

test("problems in mail records are found without a resolver", () => {
  const [mx = record("MX", ZONE, "")] = MAIL;
  expect(said([mx], undefined).Mail).toMatch(/^(bad|warn): /);
});

describe("Foreign name servers", () => {
  test("make the records irrelevant, which website and mail say", () => {
    expect(said([...WEB, ...MAIL], view("warn", "neutral"))).toEqual({
      Website: "warn: look at this",
      Mail: "warn: look at this",
      "Name servers": "warn: look at this",
    });
    expect(said([...WEB, ...MAIL], view("bad"))).toEqual({
      Website: "bad: does not work",
      Mail: "bad: does not work",
      "Name servers": "bad: does not work",
    });
  });
});

test("without resolvers, website and name servers are unknown, never working", () => {
  for (const seen of [undefined, { ...view(null), isUnreachable: true }]) {
    expect(said([...WEB, ...MAIL], seen)).toEqual({
      Website: "neutral: not known",
      Mail: "ok: works",
      "Name servers": "neutral: not known",
    });
  }
});

test("only a service that is not set up links to its set-up", () => {
  const [none] = nameState([], ZONE, undefined);
  const [unknown] = nameState(WEB, ZONE, undefined);
  expect([none?.page, unknown?.page]).toEqual(["website", "live"]);
});

test("a website consists of the apex and www", () => {
  const others = [record("A", `ftp.${ZONE}`, "203.0.113.9"), ...MAIL];
  expect(websiteSets([...others, ...WEB], ZONE).map(({ name }) => name)).toEqual([ZONE, `www.${ZONE}`]);
});
