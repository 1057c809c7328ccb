import { afterEach, expect, test, vi } from "vitest";
import { env } from "../env.server.ts";

const { isSandbox } = env;
afterEach(() => {
  Object.assign(env, { isSandbox });
  vi.resetModules();
});

test.each([
  ["dnsWritesOfUser", false, 30],
  ["dnsWritesOfUser", true, 600],
  ["dnsBulkWritesOfUser", false, 160],
  ["dnsWritesInAll", false, 200],
  ["mailsInAll", false, 120],
  ["mailsToEmail", true, 2],
] as const)("%s (in the sandbox: %s) is exhausted after %i uses, and returns the wait", async (name, isIn, most) => {
  vi.resetModules();
  const { env: fresh } = await import("../env.server.ts");
  Object.assign(fresh, { isSandbox: isIn });
  const { consume } = await import("./limits.server.ts");
  for (let uses = 0; uses < most; uses += 1) expect(await consume(name, "njeri")).toEqual({ ok: true });
  expect(await consume(name, "njeri")).toEqual({ ok: false, retryAfterSeconds: expect.any(Number) });
  // Another subject has a count of its own.
  if (!name.endsWith("InAll")) expect(await consume(name, "otieno")).toEqual({ ok: true });
});
