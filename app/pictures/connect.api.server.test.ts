import { expect, test } from "vitest";
import { isPublicAddress } from "./connect.api.server.ts";

const PUBLIC = "41.90.64.12 1.1.1.1 172.15.255.255 172.32.0.0 192.0.1.1 2606:4700::1111 2c0f:fe38:2405::12";
test.each(PUBLIC.split(" "))("accepts the public address %s", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

const IPV4 = `0.0.0.0 10.0.0.1 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1
  172.31.255.255 192.0.0.8 192.0.2.1 192.168.1.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255`;
const IPV6 = `:: ::1 ::ffff:127.0.0.1 ::ffff:41.90.64.12 ::ffff:7f00:1 64:ff9b::7f00:1 64:ff9b::a9fe:a9fe fc00::1
  fd12:3456::1 fe80::1 fe80::1%eth0 fec0::1 ff02::1 100::1 2001::1 2001:0:7f00:1:: 2001:db8::1 2002:7f00:1:: 3fff::1`;
const INVALID = ["", "localhost", "2130706433", "0x7f.1", "0177.0.0.1", "127.1", "127.0.0.1.", " 127.0.0.1", "1.2.3"];
test.each([...IPV4.split(/\s+/), ...IPV6.split(/\s+/), ...INVALID])("rejects the address %j", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});
