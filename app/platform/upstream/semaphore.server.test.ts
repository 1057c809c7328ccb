import { expect, test } from "vitest";
import { createSemaphore } from "./semaphore.server.ts";

/** Returns a task that ends when `end` is called. */
function newTask() {
  let end = (_words: string) => {};
  const promise = new Promise<string>((resolve) => {
    end = resolve;
  });
  let isBegun = false;
  const run = () => {
    isBegun = true;
    return promise;
  };
  return { run, end: (words: string) => end(words), isBegun: () => isBegun };
}
const nextTurn = () => new Promise((done) => setImmediate(done));

test("runs `size` tasks at a time in the order of the calls, and returns null at once if `maxWaiting` tasks wait", async () => {
  const limit = createSemaphore({ size: 2, maxWaiting: 1 });
  const [first, second, third] = [newTask(), newTask(), newTask()];
  const replies = [first, second, third].map(({ run }) => limit(run));
  expect(await limit(async () => "too many")).toBeNull();
  expect([first, second, third].map(({ isBegun }) => isBegun())).toEqual([true, true, false]);
  second.end("two");
  expect(await replies[1]).toBe("two");
  await nextTurn();
  expect(third.isBegun()).toBe(true);
  first.end("one");
  third.end("three");
  expect(await Promise.all(replies)).toEqual(["one", "two", "three"]);
});

test("frees the slot of a task that throws", async () => {
  const limit = createSemaphore({ size: 1, maxWaiting: 0 });
  await expect(limit(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await limit(async () => "yes")).toBe("yes");
});
