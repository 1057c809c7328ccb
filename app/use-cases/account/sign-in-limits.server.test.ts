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

it("five tries are free, then each waits twice as long as the one before", async () => {
  const pair = newPair();
  for (let i = 0; i < 5; i++) expect(await fail(pair)).toMatchObject({ ok: true });
  for (const seconds of [30, 60, 120, 240]) {
    expect(await fail(pair)).toEqual({ ok: false, retryAfterSeconds: seconds });
    expect(await fail(pair)).toEqual({ ok: false, retryAfterSeconds: seconds });
    vi.setSystemTime(Date.now() + seconds * 1000);
    expect(await fail(pair)).toMatchObject({ ok: true });
  }
});

it("a hundred at once are not more than five", async () => {
  const pair = newPair();
  const all = await Promise.all(Array.from({ length: 100 }, () => admitAttempt(pair)));
  expect(all.filter(({ ok }) => ok)).toHaveLength(5);
});

it("the owner is let in from elsewhere, and from the browser that was let in before", async () => {
  const pair = newPair();
  for (let i = 0; i < 6; i++) await fail(pair);
  expect((await admitAttempt(pair)).ok).toBe(false);
  expect((await admitAttempt({ ...pair, address: "203.0.113.77" })).ok).toBe(true);
  expect((await admitAttempt({ ...pair, device: "known" })).ok).toBe(true);
});

it("a try of which nobody has said whether it was in vain does not count, and leaves the others counted", async () => {
  const pair = newPair();
  for (let i = 0; i < 4; i++) await fail(pair);
  for (let i = 0; i < 10; i++) {
    expect(await admitAttempt(pair)).toEqual({ ok: true });
    await discardAttempt(pair);
  }
  expect(await fail(pair)).toMatchObject({ ok: true });
  expect(await fail(pair)).toMatchObject({ ok: false });
});

it("a success starts afresh", async () => {
  const pair = newPair();
  for (let i = 0; i < 4; i++) await fail(pair);
  await admitAttempt(pair);
  await recordSuccess(pair);
  for (let i = 0; i < 5; i++) expect(await fail(pair)).toMatchObject({ ok: true });
});

it("after 20 failures from one address a question is asked, but not of a browser that signed in before", async () => {
  const { address } = newPair();
  for (let i = 0; i < 20; i++) {
    expect(await requiresSignInChallenge({ ...newPair(), address })).toBe(false);
    await fail({ ...newPair(), address });
  }
  expect(await requiresSignInChallenge({ ...newPair(), address })).toBe(true);
  expect(await requiresSignInChallenge({ ...newPair(), address, device: "known" })).toBe(false);
});

it("after 30 failures to one account from anywhere a question is asked, and the owner is not shut out", async () => {
  const { email } = newPair();
  for (let i = 0; i < 30; i++) expect(await fail({ ...newPair(), email })).toMatchObject({ ok: true });
  expect(await requiresSignInChallenge({ ...newPair(), email })).toBe(true);
  expect(await admitAttempt({ ...newPair(), email })).toEqual({ ok: true });
  expect(await requiresSignInChallenge({ ...newPair(), email, device: "known" })).toBe(false);
});

/** Tries one password on each of so many accounts from one address, coming back as soon as it may, for an hour. */
async function tryAccounts(address: string, hours = 1) {
  const end = Date.now() + hours * 3600_000;
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
  return { tried, waits };
}

it("of 60 accounts tried from one address most have to wait, longer each time, but never for more than five minutes", async () => {
  const { tried, waits } = await tryAccounts("203.0.113.60");
  expect(waits.slice(0, 5)).toEqual([30, 60, 120, 240, 300]);
  expect(Math.max(...waits)).toBe(300);
  expect(tried).toBeLessThan(36);
});

it("sixty at once are not more than 21", async () => {
  const address = "203.0.113.61";
  const all = await Promise.all(Array.from({ length: 60 }, () => admitAttempt({ ...newPair(), address })));
  expect(all.filter(({ ok }) => ok)).toHaveLength(21);
});

it("while an address waits, a browser that signed in before does not", async () => {
  const address = "203.0.113.62";
  for (let i = 0; i < 21; i++) await fail({ ...newPair(), address });
  const owner = { ...newPair(), address, device: "known" };
  expect(await requiredWait({ ...owner, device: undefined })).toMatchObject({ retryAfterSeconds: 30 });
  expect(await requiredWait(owner)).toBeUndefined();
  expect(await admitAttempt(owner)).toEqual({ ok: true });
});

it("forty schools behind one address, of whom each mistypes twice and then comes in, never wait", async () => {
  const address = "203.0.113.63";
  for (let school = 0; school < 40; school++) {
    const pair = { ...newPair(), address };
    for (let i = 0; i < 2; i++) expect(await fail(pair)).toEqual({ ok: true });
    expect(await admitAttempt(pair)).toEqual({ ok: true });
    await recordSuccess(pair);
  }
  expect(await requiredWait({ ...newPair(), address })).toBeUndefined();
});

it("an hour after the last of them an address is as good as new", async () => {
  const address = "203.0.113.64";
  for (let i = 0; i < 25; i++) await fail({ ...newPair(), address });
  vi.setSystemTime(Date.now() + 3600_001);
  for (let i = 0; i < 20; i++) expect(await fail({ ...newPair(), address })).toEqual({ ok: true });
});
