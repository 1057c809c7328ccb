import { expect, test } from "vitest";
import { isCdnAddress } from "./address-ranges.ts";

test.each([
  ["104.16.0.0", true],
  ["104.23.255.255", true],
  ["104.27.255.255", true],
  ["104.28.0.0", false],
  ["104.15.255.255", false],
  ["172.64.0.1", true],
  ["172.71.255.255", true],
  ["172.72.0.0", false],
  ["172.63.255.255", false],
  ["162.159.1.1", true],
  ["162.160.0.0", false],
  ["203.0.113.24", false],
  ["2606:4700:3033::6815:2001", true],
  ["2606:4700:0:0:0:0:0:1", true],
  ["2A06:98C7::1", true],
  ["2a06:98c8::1", false],
  ["2606:4701::1", false],
  ["::ffff:104.16.0.1", false],
  ["shops.myshopify.com", false],
  ["", false],
])("%s belongs to the CDN: %s (cloudflare.com/ips)", (address, expected) => {
  expect(isCdnAddress(address)).toBe(expected);
});
