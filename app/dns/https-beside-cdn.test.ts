import { expect, test } from "vitest";
import { cdnDefault } from "./cdn-default.ts";
import { warningsFor } from "./check-record.ts";
import { importPlan } from "./zone-file/import-plan.ts";
import { readZoneFile } from "./zone-file/read-zone-file.ts";

const zone = "fundiwaviatu.co.ke";

test("the CDN beside an HTTPS record is told, in whichever order they are made", () => {
  const address = { type: "A", name: zone, content: "41.90.64.12", ttl: 1, proxied: true };
  const https = { type: "HTTPS", name: zone, content: '1 . alpn="h3"', ttl: 1, proxied: false };
  for (const [draft, other] of [
    [address, https],
    [https, address],
  ] as const) {
    const about = (record: typeof other) =>
      warningsFor(draft, [{ ...record, id: "r1" }], zone).map(({ message }) => message);
    expect(about(other).join()).toMatch(/HTTPS record .*not seen|not seen/);
    expect(about({ ...other, name: `www.${zone}` }).join()).not.toMatch(/not seen/);
  }
});

test("the plan of an import tells it too", () => {
  const address = { id: "a", type: "A", name: zone, content: "41.90.64.12", ttl: 1, proxied: true };
  const https = { id: "h", type: "HTTPS", name: zone, content: '1 . alpn="h3"', ttl: 300, proxied: false };
  const notes = (file: string, current: (typeof address)[]) => {
    const read = readZoneFile(file, zone);
    const entries = read.ok ? read.value : [];
    return importPlan({ current, entries, mode: "add", zone })
      .asides.map(({ reason }) => reason)
      .join();
  };
  expect(notes("@ HTTPS 1 . alpn=h3", [address])).toMatch(/goes through the CDN/);
  expect(notes("@ HTTPS 1 . alpn=h3", [{ ...address, proxied: false }])).not.toMatch(/CDN/);
  expect(notes("@ A 41.90.64.13", [address, https])).toMatch(/HTTPS record .* is not seen/);
  expect(notes("@ AAAA ::ffff:41.90.64.13", [])).toMatch(/A record with 41\.90\.64\.13/);
});

test("an IPv4 address in the notation of IPv6 is told in the form, and kept off the CDN", () => {
  const draft = { type: "AAAA", name: zone, content: "::ffff:41.90.64.12", ttl: 1, proxied: false };
  const warningsOf = (record: typeof draft) =>
    warningsFor(record, [], zone)
      .map(({ message }) => message)
      .join(" ");
  expect(warningsOf(draft)).toMatch(/A record with 41\.90\.64\.12/);
  expect(warningsOf({ ...draft, proxied: true })).toMatch(/Switch the CDN off/);
  expect(warningsOf({ ...draft, content: "2c0f:fe38:2405::12" })).toBe("");
  expect(cdnDefault(draft, [], zone)).toMatchObject({ proxied: false });
});

test.each(["0.0.0.0", "224.0.0.1", "255.255.255.255", "::1", "10.0.0.1", "fd00::1"])(
  "%s is said to be out of reach, and not more",
  (content) => {
    const draft = { type: content.includes(":") ? "AAAA" : "A", name: zone, content, ttl: 1, proxied: false };
    expect(warningsFor(draft, [], zone).map(({ message }) => message)).toEqual([
      `${content} is a private or reserved address: your visitors cannot reach it.`,
    ]);
  },
);
