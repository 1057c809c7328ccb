import { expect, test } from "vitest";
import { readRecord } from "../read-record.ts";
import { srvContent, srvParts } from "./srv.ts";

type Typed = Record<string, string | undefined>;

const GOOD = {
  ...{ type: "SRV", name: "_sip._tcp", target: "sip.example.com", ttl: "3600" },
  ...{ priority: "10", weight: "5", port: "5060" },
};
const read = (typed: Typed) => readRecord({ ...GOOD, ...typed }, "example.com");

test.each<[Typed, string, string]>([
  [{ name: "_SIP._TCP.calls" }, "5 5060 sip.example.com", "RFC 2782: case-insensitive"],
  [{ name: "_x-puppet._udp" }, "5 5060 sip.example.com", "RFC 6335, 5.1"],
  [{ name: "*._tcp" }, "5 5060 sip.example.com", "RFC 2782: no other services are supported"],
  [{ name: "*.calls" }, "5 5060 sip.example.com", "RFC 4592, 2.2"],
  [{ port: " 443 " }, "5 443 sip.example.com", "product: DNS records"],
  [{ target: "." }, "5 5060 .", "RFC 2782: not available"],
  [{ target: "@" }, "5 5060 example.com", "RFC 1035, 5.1"],
  [{ content: "left over" }, "5 5060 sip.example.com", "product: DNS records"],
])("sends the SRV record %j as %s (%s)", (typed, content) => {
  const draft = { type: "SRV", content, priority: 10, proxied: false, data: srvParts(content, 10) };
  expect(read(typed)).toMatchObject({ ok: true, draft });
});

test.each<[Typed, string, string, string]>([
  [{ name: "" }, "name", "underscore", "RFC 2782"],
  [{ name: "_sip" }, "name", "underscore", "RFC 2782"],
  [{ name: "sip._tcp" }, "name", "underscore", "RFC 2782"],
  [{ name: "_sip.tcp" }, "name", "underscore", "RFC 2782"],
  [{ name: "_sip._tcp.*" }, "name", "stand alone", "RFC 4592, 2.1.1"],
  [{ name: "_sip _tcp" }, "name", "no spaces", "RFC 2782"],
  [{ priority: undefined }, "priority", "priority is missing", "RFC 2782"],
  [{ weight: undefined }, "weight", "weight is missing", "RFC 2782"],
  [{ port: undefined }, "port", "port is missing", "RFC 2782"],
  [{ port: "http" }, "port", "whole number", "RFC 2782: 0-65535"],
  [{ target: undefined }, "target", "Type a name", "product: DNS records"],
  [{ target: "41.90.64.12" }, "target", "IP address", "RFC 2782: a domain name"],
  [{ ttl: undefined }, "ttl", "TTL", "product: DNS records"],
])("rejects the SRV record %j at %s and says: %s (%s)", (typed, field, message) => {
  expect(read(typed)).toEqual({ ok: false, problems: [{ field, message: expect.stringContaining(message) }] });
});

test("reads the parts back from the provider's content, with tabs too", () => {
  const parts = { priority: 1, weight: 2, port: 3, target: "a.example.com" };
  expect(srvParts(srvContent(parts), 1)).toEqual(parts);
  expect(srvParts("2\t3\ta.example.com", 1)).toEqual(parts);
  expect(srvParts("2 a.example.com", 1)).toBeUndefined();
});
