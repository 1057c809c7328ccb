import { expect, test } from "vitest";
import { warningsFor } from "./check-record.ts";

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

test.each(["0.0.0.0", "224.0.0.1", "255.255.255.255", "::1", "10.0.0.1", "fd00::1"])(
  "%s is said to be out of reach, and not more",
  (content) => {
    const draft = { type: content.includes(":") ? "AAAA" : "A", name: zone, content, ttl: 1, proxied: false };
    expect(warningsFor(draft, [], zone).map(({ message }) => message)).toEqual([
      `${content} is a private or reserved address: your visitors cannot reach it.`,
    ]);
  },
);
