import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { mayTry, noteFailure, noteSuccess } from "./sign-in-limits.server.ts";

let count = 0;
const newPair = () => ({ email: `n${++count}@example.co.ke`, address: `198.51.100.${count}`, device: undefined });

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "setTimeout"] }));
afterEach(() => void vi.useRealTimers());

async function fail(attempt: ReturnType<typeof newPair> | (ReturnType<typeof newPair> & { device: string })) {
  const allowed = await mayTry(attempt);
  if (allowed.ok) await noteFailure(attempt);
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
  const all = await Promise.all(Array.from({ length: 100 }, () => mayTry(pair)));
  expect(all.filter(({ ok }) => ok)).toHaveLength(5);
});

it("the owner is let in from elsewhere, and from the browser that was let in before", async () => {
  const pair = newPair();
  for (let i = 0; i < 6; i++) await fail(pair);
  expect((await mayTry(pair)).ok).toBe(false);
  expect((await mayTry({ ...pair, address: "203.0.113.77" })).ok).toBe(true);
  expect((await mayTry({ ...pair, device: "known" })).ok).toBe(true);
});

it("a success starts afresh", async () => {
  const pair = newPair();
  for (let i = 0; i < 4; i++) await fail(pair);
  await mayTry(pair);
  await noteSuccess(pair);
  for (let i = 0; i < 5; i++) expect(await fail(pair)).toMatchObject({ ok: true });
});

it("after 20 failures from one address a question is asked, and nobody there is shut out", async () => {
  const { address } = newPair();
  for (let i = 0; i < 20; i++) {
    expect(await fail({ ...newPair(), address })).toEqual({ ok: true, mustAnswer: false });
  }
  expect(await fail({ ...newPair(), address })).toEqual({ ok: true, mustAnswer: true });
  expect(await mayTry({ ...newPair(), address, device: "known" })).toEqual({ ok: true, mustAnswer: false });
});

it("after 30 failures to one account from anywhere a question is asked, and the owner is not shut out", async () => {
  const { email } = newPair();
  for (let i = 0; i < 30; i++) expect(await fail({ ...newPair(), email })).toEqual({ ok: true, mustAnswer: false });
  expect(await fail({ ...newPair(), email })).toEqual({ ok: true, mustAnswer: true });
  expect(await mayTry({ ...newPair(), email, device: "known" })).toEqual({ ok: true, mustAnswer: false });
});
