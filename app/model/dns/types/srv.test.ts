import { expect, test } from "vitest";
import { readRecord } from "../read-record.ts";
import { srvContent, srvParts } from "./srv.ts";

type Typed = Record<string, string | undefined>;

const ZONE = "example.com";
const SIP = { type: "SRV", name: "_sip._tcp", target: "sip.example.com", ttl: "3600" };
const GOOD = { ...SIP, priority: "10", weight: "5", port: "5060" };

test.each<[Typed, string, number, string]>([
  [{}, "5 5060 sip.example.com", 10, "RFC 2782"],
  [{ name: "_sip._tcp.example.com" }, "5 5060 sip.example.com", 10, "product: DNS records"],
  [{ name: "_SIP._TCP" }, "5 5060 sip.example.com", 10, "RFC 2782: case-insensitive"],
  [{ name: "_sip._tcp.calls" }, "5 5060 sip.example.com", 10, "RFC 2782"],
  [{ name: "_x-puppet._udp" }, "5 5060 sip.example.com", 10, "RFC 6335, 5.1"],
  [{ name: "*._tcp" }, "5 5060 sip.example.com", 10, "RFC 2782: no other services are supported"],
  [{ name: "*" }, "5 5060 sip.example.com", 10, "RFC 4592, 2.2"],
  [{ name: "*.calls" }, "5 5060 sip.example.com", 10, "RFC 4592, 2.2"],
  [{ port: " 443 " }, "5 443 sip.example.com", 10, "product: DNS records"],
  [{ target: "." }, "5 5060 .", 10, "RFC 2782: not available"],
  [{ target: "Sip.Example.com." }, "5 5060 sip.example.com", 10, "RFC 4343"],
  [{ target: "@" }, "5 5060 example.com", 10, "RFC 1035, 5.1"],
  [{ content: "left over" }, "5 5060 sip.example.com", 10, "product: DNS records"],
])("sends the SRV record %j as %s with priority %i (%s)", (typed, content, priority) => {
  const reading = readRecord({ ...GOOD, ...typed }, ZONE);
  expect(reading).toMatchObject({ ok: true, draft: { type: "SRV", content, priority, proxied: false } });
  if (reading.ok) expect(reading.draft.data).toEqual(srvParts(content, priority));
});

test.each<[Typed, string, string, string]>([
  [{ name: "" }, "name", "underscore", "RFC 2782"],
  [{ name: "sip" }, "name", "underscore", "RFC 2782"],
  [{ name: "_sip" }, "name", "underscore", "RFC 2782"],
  [{ name: "sip._tcp" }, "name", "underscore", "RFC 2782"],
  [{ name: "_sip.tcp" }, "name", "underscore", "RFC 2782"],
  [{ name: "_sip._tcp.*" }, "name", "stand on its own", "RFC 4592, 2.1.1"],
  [{ name: "_sip _tcp" }, "name", "no spaces", "RFC 2782"],
  [{ priority: undefined }, "priority", "priority is missing", "RFC 2782"],
  [{ weight: undefined }, "weight", "weight is missing", "RFC 2782"],
  [{ weight: "1.5" }, "weight", "whole number", "RFC 2782: 0-65535"],
  [{ port: undefined }, "port", "port is missing", "RFC 2782"],
  [{ port: "http" }, "port", "whole number", "RFC 2782: 0-65535"],
  [{ port: "1e3" }, "port", "whole number", "RFC 2782: 0-65535"],
  [{ target: undefined }, "target", "Type a name", "product: DNS records"],
  [{ target: "41.90.64.12" }, "target", "IP address", "RFC 2782: a domain name"],
  [{ target: "sip_1.example.com" }, "target", "A server's name", "RFC 1123, 2.1"],
  [{ target: "sip" }, "target", "type sip.example.com", "product: DNS records"],
  [{ target: "sip://sip.example.com" }, "target", "web address", "product: DNS records"],
  [{ ttl: undefined }, "ttl", "TTL", "product: DNS records"],
])("rejects the SRV record %j at %s and says: %s (%s)", (typed, field, message) => {
  const reading = readRecord({ ...GOOD, ...typed }, ZONE);
  expect(reading).toEqual({ ok: false, problems: [{ field, message: expect.stringContaining(message) }] });
});

test("reads the parts back from the provider's content, with tabs too", () => {
  const parts = { priority: 1, weight: 2, port: 3, target: "a.example.com" };
  expect(srvParts(srvContent(parts), 1)).toEqual(parts);
  expect(srvParts("2\t3\ta.example.com", 1)).toEqual(parts);
  expect(srvParts("2 a.example.com", 1)).toBeUndefined();
});
