import { isIPv4, isIPv6 } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter } from "../../../tests/arbitraries.ts";
import { canonicalIpv6, isIpv4, readIpv4, readIpv6 } from "./address.ts";
import { isPrivateAddress } from "./address-ranges.ts";

test.each([
  ["41.90.64.12", "RFC 1035, 3.4.1"],
  [" 41.90.64.12 ", "product: DNS records"],
  ["\u200B41.90.64.12", "product: DNS records"],
  ["0.0.0.0", "RFC 1035, 3.4.1"],
  ["255.255.255.255", "RFC 1035, 3.4.1"],
  ["192.0.2.1", "RFC 5737"],
  ["10.0.0.1", "RFC 1918"],
  ["1.1.1.1", "RFC 1035, 3.4.1"],
  ["100.64.0.1", "RFC 6598"],
  ["249.199.99.9", "RFC 1035, 3.4.1"],
])("accepts %j as an IPv4 address (%s)", (typed) => {
  expect(readIpv4(typed)).toEqual({ ok: true, value: typed.replace("\u200B", "").trim() });
});

test.each([
  ["", "four numbers", "product: DNS records"],
  ["41.90.64", "four numbers", "Cloudflare, DNS record types: 1.1 is not supported"],
  ["41.90.64.12.1", "four numbers", "RFC 1035, 3.4.1"],
  ["41.90.64.", "four numbers", "RFC 1035, 3.4.1"],
  ["41.90.64.12.", "four numbers", "RFC 1035, 3.4.1"],
  ["41,90,64,12", "four numbers", "RFC 1035, 3.4.1"],
  ["41 90 64 12", "four numbers", "RFC 1035, 3.4.1"],
  ["256.1.1.1", "between 0 and 255", "RFC 1035, 3.4.1"],
  ["1.1.1.999", "between 0 and 255", "RFC 1035, 3.4.1"],
  ["041.90.64.12", "zeros in front", "RFC 6943, 3.1.1"],
  ["41.90.64.012", "zeros in front", "RFC 6943, 3.1.1"],
  ["00.0.0.0", "zeros in front", "RFC 6943, 3.1.1"],
  ["0x29.0x5a.0x40.0xc", "four numbers", "RFC 6943, 3.1.1"],
  ["693452812", "four numbers", "RFC 6943, 3.1.1"],
  ["-1.1.1.1", "four numbers", "RFC 1035, 3.4.1"],
  ["+1.1.1.1", "four numbers", "RFC 1035, 3.4.1"],
  ["1.1.1.1e1", "four numbers", "RFC 1035, 3.4.1"],
  ["41.90.64.12/24", "after the last number", "RFC 4632"],
  ["41.90.64.12:8080", "after the last number", "RFC 3986, 3.2.3"],
  ["http://41.90.64.12", "four numbers", "product: DNS records"],
  ["2001:db8::1", "AAAA", "RFC 3596"],
  ["::ffff:41.90.64.12", "AAAA", "RFC 4291, 2.5.5.2"],
  ["www.example.com", "CNAME", "RFC 1035, 3.3.1"],
  ["localhost", "four numbers", "RFC 1035, 3.4.1"],
  ["٤١.٩٠.٦٤.١٢", "four numbers", "RFC 1035, 3.4.1"],
])("rejects %j as an IPv4 address and says: %s (%s)", (typed, message) => {
  expect(readIpv4(typed)).toEqual({ ok: false, message: expect.stringContaining(message) });
});

test.each([
  ["2c0f:fe38:2405::12", "2c0f:fe38:2405::12", "RFC 4291, 2.2"],
  ["2001:DB8::1", "2001:db8::1", "RFC 5952, 4.3"],
  ["2001:0db8:0000:0000:0000:0000:0000:0001", "2001:db8::1", "RFC 5952, 4.1"],
  ["2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1", "RFC 5952, 4.2.3"],
  ["2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1", "RFC 5952, 4.2.2"],
  ["fe80::0:0:1", "fe80::1", "Cloudflare, DNS record types"],
  ["::", "::", "RFC 4291, 2.5.2"],
  ["::1", "::1", "RFC 4291, 2.5.3"],
  ["0:0:0:0:0:0:0:0", "::", "RFC 5952, 4.2.1"],
  ["1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0", "RFC 5952, 4.2.2"],
  ["::ffff:192.0.2.1", "::ffff:192.0.2.1", "RFC 5952, 5"],
  ["::FFFF:c000:201", "::ffff:192.0.2.1", "RFC 5952, 5"],
  ["1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304", "RFC 4291, 2.2"],
  [" 2001:db8::1 ", "2001:db8::1", "product: DNS records"],
])("reads %j as the IPv6 address %s (%s)", (typed, address) => {
  expect(readIpv6(typed)).toEqual({ ok: true, value: address });
});

test.each([
  ["", "Enter an IPv6", "product: DNS records"],
  ["41.90.64.12", "type A", "RFC 3596"],
  ["fe80::1%eth0", "%", "RFC 6874: zone ids are local"],
  ["fe80::1%25", "%", "RFC 6874"],
  ["[2001:db8::1]", "brackets", "RFC 3986, 3.2.2"],
  ["[2001:db8::1]:80", "brackets", "RFC 3986, 3.2.2"],
  ["2001:db8::/32", "/", "RFC 4291, 2.3"],
  ["1::2::3", "Enter an IPv6", "RFC 4291, 2.2"],
  ["1:2:3:4:5:6:7", "Enter an IPv6", "RFC 4291, 2.2"],
  ["1:2:3:4:5:6:7:8:9", "Enter an IPv6", "RFC 4291, 2.2"],
  ["12345::", "Enter an IPv6", "RFC 4291, 2.2"],
  [":1", "Enter an IPv6", "RFC 4291, 2.2"],
  ["1:", "Enter an IPv6", "RFC 4291, 2.2"],
  ["g::1", "Enter an IPv6", "RFC 4291, 2.2"],
  [":::", "Enter an IPv6", "RFC 4291, 2.2"],
  ["::1.2.3", "Enter an IPv6", "RFC 4291, 2.2"],
  ["::01.2.3.4", "Enter an IPv6", "RFC 6943, 3.1.1"],
  ["2001:db8::1 ::2", "Enter an IPv6", "RFC 4291, 2.2"],
  ["www.example.com", "Enter an IPv6", "product: DNS records"],
  ["http://[::1]/", "Enter an IPv6", "product: DNS records"],
  ["abcd", "Enter an IPv6", "RFC 4291, 2.2"],
])("rejects %j as an IPv6 address and says: %s (%s)", (typed, message) => {
  expect(readIpv6(typed)).toEqual({ ok: false, message: expect.stringContaining(message) });
});

test.each([
  ["10.0.0.0", "RFC 1918"],
  ["10.255.255.255", "RFC 1918"],
  ["172.16.0.1", "RFC 1918"],
  ["172.31.255.255", "RFC 1918"],
  ["192.168.1.1", "RFC 1918"],
  ["127.0.0.1", "RFC 1122"],
  ["169.254.169.254", "RFC 3927"],
  ["100.64.0.0", "RFC 6598"],
  ["100.127.255.255", "RFC 6598"],
  ["0.0.0.0", "RFC 1122"],
  ["224.0.0.1", "RFC 5771"],
  ["255.255.255.255", "RFC 919"],
  ["::1", "RFC 4291"],
  ["::", "RFC 4291"],
  ["fc00::1", "RFC 4193"],
  ["fdff::1", "RFC 4193"],
  ["FE80::1", "RFC 4291"],
  ["febf::1", "RFC 4291"],
  ["fec0::1", "RFC 3879"],
  ["ff02::1", "RFC 4291"],
  ["::ffff:10.0.0.1", "RFC 1918"],
])("%s is a private address (%s)", (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

test.each([
  ["41.90.64.12"],
  ["172.15.255.255"],
  ["172.32.0.0"],
  ["100.63.255.255"],
  ["100.128.0.0"],
  ["192.0.2.1"],
  ["100::"],
  ["2c0f:fe38::1"],
  ["::ffff:41.90.64.12"],
  ["fc::1"],
  ["example.com"],
  [""],
])("%j is not a private address", (address) => {
  expect(isPrivateAddress(address)).toBe(false);
});

const numRuns = process.env.LONG === "1" ? 20_000 : 1_000;

test("an IPv6 address has only one canonical notation", () => {
  fc.assert(
    fc.property(fc.ipV6(), (typed) => {
      const canonical = canonicalIpv6(typed);
      expect(canonical).toBeDefined();
      expect(canonicalIpv6(canonical ?? "")).toBe(canonical);
      expect(canonicalIpv6(typed.toUpperCase())).toBe(canonical);
      expect(canonical).not.toMatch(/[A-Z]|(^|:)0[0-9a-f]|::.*::/);
    }),
    { seed: 1, numRuns },
  );
  fc.assert(fc.property(fc.ipV4(), isIpv4), { seed: 1, numRuns });
});

test("accepts the same addresses as Node", () => {
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom(..."0129afF:."), maxLength: 24 }),
    fc
      .array(fc.constantFrom("0", "1", "25", "256", "01", ".", ":", "::", "ffff", "fffff"), { maxLength: 16 })
      .map((parts) => parts.join("")),
    fc.array(fc.nat(300), { minLength: 4, maxLength: 4 }).map((parts) => parts.join(".")),
  );
  fc.assert(
    fc.property(text, (typed) => {
      expect(isIpv4(typed)).toBe(isIPv4(typed));
      expect(canonicalIpv6(typed) !== undefined).toBe(isIPv6(typed));
    }),
    { seed: 1, numRuns },
  );
});

test("any text gives an address or a message", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (typed) => {
      for (const reading of [readIpv4(typed), readIpv6(typed)])
        expect(reading.ok ? reading.value : reading.message).toMatch(/\S/);
      expect(isPrivateAddress(typed)).toBeTypeOf("boolean");
    }),
    { seed: 1, numRuns },
  );
});
