import { isIPv4, isIPv6 } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { forAny } from "../../tests/arbitraries.ts";
import { grouped } from "../../tests/grouped.ts";
import { canonicalIpv6, isIpv4, readIpv4, readIpv6 } from "./address.ts";
import { isCdnAddress, isPrivateAddress } from "./address-ranges.ts";

test.each(["41.90.64.12", "0.0.0.0", "255.255.255.255", " 41.90.64.12 ", "\u200B41.90.64.12"])(
  "accepts %j as an IPv4 address",
  (typed) => {
    expect(readIpv4(typed)).toEqual({ ok: true, value: typed.replace("\u200B", "").trim() });
  },
);

// RFC 1035, RFC 6943, RFC 4632, RFC 3986, RFC 3596, RFC 4291.
test.each(
  grouped([
    ["four numbers", "", "41.90.64", "41.90.64.12.1", "41.90.64.12.", "41,90,64,12", "41 90 64 12"],
    ["four numbers", "0x29.0x5a.0x40.0xc", "693452812", "-1.1.1.1", "1.1.1.1e1", "http://41.90.64.12", "٤١.٩٠.٦٤.١٢"],
    ["between 0 and 255", "256.1.1.1"],
    ["zeros in front", "041.90.64.12", "00.0.0.0"],
    ["after the last number", "41.90.64.12/24", "41.90.64.12:8080"],
    ["AAAA", "2001:db8::1"],
    ["CNAME", "www.example.com"],
  ]),
)("rejects %j as an IPv4 address and says: %s", (typed, message) => {
  expect(readIpv4(typed)).toEqual({ ok: false, message: expect.stringContaining(message) });
});

// RFC 4291, RFC 5952.
test.each(
  grouped([
    ["2001:db8::1", "2001:DB8::1", "2001:0db8:0000:0000:0000:0000:0000:0001", " 2001:db8::1 "],
    ["2001:db8::1:0:0:1", "2001:db8:0:0:1:0:0:1"],
    ["2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"],
    ["::", "::", "0:0:0:0:0:0:0:0"],
    ["1:2:3:4:5:6:7:0", "1:2:3:4:5:6:7::"],
    ["::ffff:192.0.2.1", "::ffff:192.0.2.1", "::FFFF:c000:201"],
    ["1:2:3:4:5:6:102:304", "1:2:3:4:5:6:1.2.3.4"],
  ]),
)("reads %j as the IPv6 address %s", (typed, address) => {
  expect(readIpv6(typed)).toEqual({ ok: true, value: address });
});

// RFC 3596, RFC 6874, RFC 3986, RFC 4291, RFC 6943.
test.each(
  grouped([
    ["Enter an IPv6", "", "1::2::3", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "12345::", ":1", "g::1", ":::"],
    ["Enter an IPv6", "::1.2.3", "::01.2.3.4", "2001:db8::1 ::2", "www.example.com", "http://[::1]/"],
    ["type A", "41.90.64.12"],
    ["%", "fe80::1%eth0"],
    ["brackets", "[2001:db8::1]:80"],
    ["/", "2001:db8::/32"],
  ]),
)("rejects %j as an IPv6 address and says: %s", (typed, message) => {
  expect(readIpv6(typed)).toEqual({ ok: false, message: expect.stringContaining(message) });
});

/** Returns a test case [address, true] for each address of the first line, and [address, false] for the second. */
const inAndOut = (inside: string, outside: string) => [
  ...inside.split(" ").map((address): [string, boolean] => [address, true]),
  ...outside.split(" ").map((address): [string, boolean] => [address, false]),
];

// RFC 919, RFC 1122, RFC 1918, RFC 3879, RFC 3927, RFC 4193, RFC 4291, RFC 5771, RFC 6598.
test.each([
  ...inAndOut("10.0.0.0 10.255.255.255", "41.90.64.12 192.0.2.1"),
  ...inAndOut("172.16.0.1 172.31.255.255", "172.15.255.255 172.32.0.0"),
  ...inAndOut("100.64.0.0 100.127.255.255", "100.63.255.255 100.128.0.0"),
  ...inAndOut("192.168.1.1 127.0.0.1 169.254.169.254 0.0.0.0 224.0.0.1 255.255.255.255", "example.com"),
  ...inAndOut("::1 :: fc00::1 fdff::1 FE80::1 febf::1 fec0::1 ff02::1", "100:: 2c0f:fe38::1 fc::1"),
  ...inAndOut("::ffff:10.0.0.1", "::ffff:41.90.64.12"),
])("the address %s is private: %s", (address, expected) => {
  expect(isPrivateAddress(address)).toBe(expected);
});

// https://www.cloudflare.com/ips
test.each([
  ...inAndOut("104.16.0.0 104.23.255.255 104.27.255.255", "104.15.255.255 104.28.0.0"),
  ...inAndOut("172.64.0.1 172.71.255.255", "172.63.255.255 172.72.0.0"),
  ...inAndOut("162.159.1.1", "162.160.0.0 203.0.113.24 shops.myshopify.com"),
  ...inAndOut("2606:4700:3033::6815:2001 2A06:98C7::1", "2a06:98c8::1 2606:4701::1 ::ffff:104.16.0.1"),
])("the address %s belongs to the CDN: %s", (address, expected) => {
  expect(isCdnAddress(address)).toBe(expected);
});

test("an IPv6 address has only one canonical notation", () => {
  forAny([fc.ipV6()], (typed) => {
    const canonical = canonicalIpv6(typed);
    expect(canonical).toBeDefined();
    expect(canonicalIpv6(canonical ?? "")).toBe(canonical);
    expect(canonicalIpv6(typed.toUpperCase())).toBe(canonical);
    expect(canonical).not.toMatch(/[A-Z]|(^|:)0[0-9a-f]|::.*::/);
  });
});

test("accepts the same addresses as Node", () => {
  const text = fc.oneof(
    fc.ipV4(),
    fc.string({ unit: fc.constantFrom(..."0129afF:."), maxLength: 24 }),
    fc
      .array(fc.constantFrom("0", "1", "25", "256", "01", ".", ":", "::", "ffff", "fffff"), { maxLength: 16 })
      .map((parts) => parts.join("")),
    fc.array(fc.nat(300), { minLength: 4, maxLength: 4 }).map((parts) => parts.join(".")),
  );
  forAny([text], (typed) => {
    expect(isIpv4(typed)).toBe(isIPv4(typed));
    expect(canonicalIpv6(typed) !== undefined).toBe(isIPv6(typed));
  });
});
