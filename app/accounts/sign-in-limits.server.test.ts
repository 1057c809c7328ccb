import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  admitAttempt,
  discardAttempt,
  recordFailure,
  recordSuccess,
  requiredWait,
  requiresSignInChallenge,
} from "./sign-in-limits.server.ts";

let count = 0;
const newPair = () => ({ email: `n${++count}@example.co.ke`, address: `198.51.100.${count}`, device: undefined });

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "setTimeout"] }));
afterEach(() => void vi.useRealTimers());

async function fail(attempt: ReturnType<typeof newPair> | (ReturnType<typeof newPair> & { device: string })) {
  const allowed = await admitAttempt(attempt);
  if (allowed.ok) await recordFailure(attempt);
  return allowed;
}

it("five attempts are free, then each wait is twice as long as the one before", async () => {
  const pair = newPair();
  for (let i = 0; i < 5; i++) expect(await fail(pair)).toMatchObject({ ok: true });
  for (const seconds of [30, 60, 120, 240]) {
    expect(await fail(pair)).toEqual({ ok: false, retryAfterSeconds: seconds });
    expect(await fail(pair)).toEqual({ ok: false, retryAfterSeconds: seconds });
    vi.setSystemTime(Date.now() + seconds * 1000);
    expect(await fail(pair)).toMatchObject({ ok: true });
  }
});

it.each([
  ["5 of 100 parallel attempts for one account", 100, newPair, 5],
  ["21 of 60 parallel attempts for as many accounts from one address", 60, undefined, 21],
])("admits %s", async (_what, length, samePair, admitted) => {
  const pair = samePair?.();
  const attempts = Array.from({ length }, () => pair ?? { ...newPair(), address: "203.0.113.61" });
  const all = await Promise.all(attempts.map(admitAttempt));
  expect(all.filter(({ ok }) => ok)).toHaveLength(admitted);
});

it("admits the owner from another address, and from a known browser", async () => {
  const pair = newPair();
  for (let i = 0; i < 6; i++) await fail(pair);
  expect((await admitAttempt(pair)).ok).toBe(false);
  expect((await admitAttempt({ ...pair, address: "203.0.113.77" })).ok).toBe(true);
  expect((await admitAttempt({ ...pair, device: "known" })).ok).toBe(true);
});

it("a discarded attempt does not count and keeps the count of the others", async () => {
  const pair = newPair();
  for (let i = 0; i < 4; i++) await fail(pair);
  for (let i = 0; i < 10; i++) {
    expect(await admitAttempt(pair)).toEqual({ ok: true });
    await discardAttempt(pair);
  }
  expect(await fail(pair)).toMatchObject({ ok: true });
  expect(await fail(pair)).toMatchObject({ ok: false });
});

it.each([
  ["20 failures from one address", 20, { address: "203.0.113.59" }],
  ["30 failures for one account, which is not locked", 30, { email: "target@example.co.ke" }],
])("requires a challenge after %s, except from a known browser", async (_what, failures, same) => {
  for (let i = 0; i < failures; i++) {
    expect(await requiresSignInChallenge({ ...newPair(), ...same })).toBe(false);
    expect(await fail({ ...newPair(), ...same })).toEqual({ ok: true });
  }
  expect(await requiresSignInChallenge({ ...newPair(), ...same })).toBe(true);
  expect(await requiresSignInChallenge({ ...newPair(), ...same, device: "known" })).toBe(false);
  expect(await admitAttempt({ ...newPair(), ...same })).toEqual({ ok: true });
});

it("many accounts tried from one address as fast as possible wait longer each time, at most five minutes", async () => {
  const address = "203.0.113.60";
  const end = Date.now() + 3600_000;
  const waits: number[] = [];
  let tried = 0;
  while (Date.now() < end) {
    const allowed = await fail({ ...newPair(), address });
    if (allowed.ok) tried++;
    else {
      waits.push(allowed.retryAfterSeconds);
      vi.setSystemTime(Date.now() + allowed.retryAfterSeconds * 1000);
    }
  }
  expect(waits.slice(0, 5)).toEqual([30, 60, 120, 240, 300]);
  expect(Math.max(...waits)).toBe(300);
  expect(tried).toBeLessThan(36);
});

it("a known browser does not wait while its address does", async () => {
  const address = "203.0.113.62";
  for (let i = 0; i < 21; i++) await fail({ ...newPair(), address });
  const owner = { ...newPair(), address, device: "known" };
  expect(await requiredWait({ ...owner, device: undefined })).toMatchObject({ retryAfterSeconds: 30 });
  expect(await requiredWait(owner)).toBeUndefined();
  expect(await admitAttempt(owner)).toEqual({ ok: true });
});

it("forty people behind one address who each mistype twice and then sign in never wait", async () => {
  const address = "203.0.113.63";
  for (let person = 0; person < 40; person++) {
    const pair = { ...newPair(), address };
    for (let i = 0; i < 2; i++) expect(await fail(pair)).toEqual({ ok: true });
    expect(await admitAttempt(pair)).toEqual({ ok: true });
    await recordSuccess(pair);
  }
  expect(await requiredWait({ ...newPair(), address })).toBeUndefined();
});
