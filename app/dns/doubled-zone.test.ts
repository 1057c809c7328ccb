import { expect, test } from "vitest";
import { zoneRecord as record } from "../../tests/zone-record.ts";
import { checkRecord } from "./check-record.ts";
import { withoutDoubledZone } from "./doubled-zone.ts";
import { listedRecord } from "./listed-record.ts";
import { mailHealth } from "./mail/health.ts";
import { wholeName } from "./record-name.ts";
import { importPlan } from "./zone-file/import-plan.ts";
import { readZoneFile } from "./zone-file/read-zone-file.ts";

const zone = "example.com";
const TWICE = /ends in example\.com twice/;

test.each([
  ["www.example.com.example.com", "www.example.com"],
  ["example.com.example.com", "example.com"],
  ["a.example.com.example.com.example.com", "a.example.com"],
  ["www.example.com", undefined],
  ["example.com", undefined],
  ["notexample.com.example.com", undefined],
  ["example.com.shop.example.com", undefined],
])("the name meant by %s is %s", (name, meant) => {
  expect(withoutDoubledZone(name, zone)).toBe(meant);
});

test.each([
  ["www.example.com A 41.90.64.12", "If you meant www.example.com, type www."],
  ["example.com TXT hello", "If you meant example.com, type @."],
  ["@ MX mail.example.com.example.com", "If you meant mail.example.com, type that."],
  ["www CNAME shop.example.com.example.com", "If you meant shop.example.com, type that."],
])("form and import warn of the zone's name twice: %s", (line, words) => {
  const draft = record(line);
  const { conflicts, warnings } = checkRecord(draft, [], zone);
  expect(conflicts).toEqual([]);
  expect(warnings.map(({ message }) => message).join(" ")).toContain(words);
  expect(warnings.map(({ message }) => message).join(" ")).not.toContain("no address yet");
  const { asides } = importPlan({ current: [], entries: entriesOf(draft), mode: "add", zone });
  expect(asides).toContainEqual({
    kind: "noted",
    text: expect.stringContaining("Line 1"),
    reason: expect.stringContaining(words),
  });
});

function entriesOf({ name, type, content }: ReturnType<typeof record>) {
  const value =
    type === "MX"
      ? `10 ${content}.`
      : content.replace(/[a-z]$/, (letter) => (type === "CNAME" ? `${letter}.` : letter));
  const file = readZoneFile(`${name}. 3600 ${type} ${value}`, zone);
  if (!file.ok) throw new Error(file.message);
  return file.value;
}

test.each([
  "google._domainkey.example.com TXT v=DKIM1",
  "mail.example.com A 41.90.64.12",
  "example.com MX a.example.net",
  "_dmarc.example.com CNAME a.example.net",
])("the mail page warns of %s", (line) => {
  const [finding] = mailHealth([record(line)], zone).filter(({ code }) => code === "name-doubled");
  expect(finding).toMatchObject({ severity: "warn", words: expect.stringMatching(TWICE), fix: { kind: "edit" } });
});

test("the mail page says nothing of a doubled name that is not for mail, or for another name's mail", () => {
  const codes = (line: string, at?: string) => mailHealth([record(line)], zone, at).map(({ code }) => code);
  expect(codes("www.example.com A 41.90.64.12")).not.toContain("name-doubled");
  const key = "google._domainkey.news.example.com TXT v=DKIM1";
  expect(codes(key, "news.example.com")).toContain("name-doubled");
  expect(codes(key, "shop.example.com")).not.toContain("name-doubled");
});

test.each([
  ["www.example.com A 41.90.64.12", "www.example.com.example.com"],
  ["example.com A 41.90.64.12", "example.com.example.com"],
  ["www A 41.90.64.12", "www.example.com"],
  ["@ A 41.90.64.12", "example.com"],
])("a plan and the form that deletes show the whole name of %s once", (line, whole) => {
  expect(wholeName(listedRecord(record(line), zone).name, zone)).toBe(whole);
});
