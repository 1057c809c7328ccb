import { expect, test } from "vitest";
import { zoneRecord as record } from "../../tests/zone-record.ts";
import type { Status } from "./live.ts";
import type { LiveView } from "./live-view.ts";
import { nameCheck } from "./name-check.ts";
import type { DnsRecord } from "./record.ts";

const ZONE = "example.com";
const WEB = [record("@ A 203.0.113.24"), record("www CNAME example.com")];
const WIX = [record("@ A 203.0.113.24"), record("www CNAME www12.wixdns.net")];
const CDN = [record("@ A 203.0.113.24", { proxied: true }), record("www CNAME example.com", { proxied: true })];

function view(servers: Status, website: Status): LiveView {
  return {
    ...{ isUnreachable: false, missing: [] },
    servers: { status: servers, title: "", text: "", others: [], change: null },
    rows: [
      {
        ...{ id: "1", types: ["A"], name: "@", values: [], note: "" },
        answers: [{ status: website, word: "", text: "", resolver: "Google" }],
      },
    ],
  };
}

const wordsOf = (records: DnsRecord[], seen: LiveView) => {
  const { website, mail, padlockBy } = nameCheck(records, ZONE, seen);
  return [`${website.kind} ${website.word}`, `${mail.kind} ${mail.word}`, padlockBy];
};

test.each<[string, DnsRecord[], LiveView, (string | undefined)[]]>([
  ["resolves", WEB, view("ok", "ok"), ["ok Website", "neutral No mail", undefined]],
  ["is at Wix", WIX, view("ok", "ok"), ["ok Website: Wix", "neutral No mail", "Wix"]],
  ["is at Wix, and down", WIX, view("ok", "bad"), ["bad Website down", "neutral No mail", undefined]],
  ["goes by the CDN", CDN, view("ok", "ok"), ["ok Website", "neutral No mail", "CDN"]],
  ["has its old address", WEB, view("ok", "warn"), ["warn Website changing", "neutral No mail", undefined]],
  ["was not asked about", WEB, view("ok", "neutral"), ["neutral Website not checked", "neutral No mail", undefined]],
  ["has other name servers", CDN, view("warn", "ok"), ["warn Website elsewhere", "warn Mail elsewhere", undefined]],
  ["is not there", [], view("ok", "ok"), ["neutral No website", "neutral No mail", undefined]],
])("the check of a website that %s has a shape, a word and who gives the padlock", (_what, records, seen, words) => {
  expect(wordsOf(records, seen)).toEqual(words);
});

test("mail without a list of allowed senders fails, and mail of other name servers is elsewhere", () => {
  const records = [...WEB, record("@ MX smtp.google.com", { priority: 1 })];
  expect(wordsOf(records, view("ok", "ok"))[1]).toBe("bad Mail fails");
  expect(wordsOf(records, view("warn", "ok"))[1]).toBe("warn Mail elsewhere");
});
