import { expect, test } from "vitest";
import { createSemaphore } from "./semaphore.server.ts";

/** Work that ends when it is told to. */
function work() {
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
const turn = () => new Promise((done) => setImmediate(done));

test("runs `size` tasks at a time in order and returns null at once when the queue is full", async () => {
  const through = createSemaphore({ size: 2, line: 1 });
  const [first, second, third] = [work(), work(), work()];
  const replies = [first, second, third].map(({ run }) => through(run));
  expect(await through(async () => "too many")).toBeNull();
  expect([first, second, third].map(({ isBegun }) => isBegun())).toEqual([true, true, false]);
  second.end("two");
  expect(await replies[1]).toBe("two");
  await turn();
  expect(third.isBegun()).toBe(true);
  first.end("one");
  third.end("three");
  expect(await Promise.all(replies)).toEqual(["one", "two", "three"]);
});

test("frees the slot of a task that throws", async () => {
  const through = createSemaphore({ size: 1, line: 0 });
  await expect(through(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await through(async () => "yes")).toBe("yes");
});
