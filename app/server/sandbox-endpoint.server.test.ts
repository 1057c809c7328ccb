import { expect, it } from "vitest";
import { sandboxAddressProblem } from "./sandbox-endpoint.server.ts";

it.each(["10.0.0.7", "203.0.113.255", "2001:db8::7", "::1", undefined])(
  "takes %j as the address of a visitor",
  (address) => {
    expect(sandboxAddressProblem({ headers: { "x-sandbox-address": address } })).toBeUndefined();
  },
);

it.each(["", "10.0.0", "10.0.0.256", "worker-1", "::1::", "10.0.0.7, 10.0.0.8"])(
  "refuses %j, and says why",
  (address) => {
    expect(sandboxAddressProblem({ headers: { "x-sandbox-address": address } })).toContain("an IPv4 or IPv6 address");
  },
);
