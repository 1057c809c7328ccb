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

test("so many at a time, in the order in which they came, and whoever finds the line full is told at once", async () => {
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

test("work that throws leaves its place to others", async () => {
  const through = createSemaphore({ size: 1, line: 0 });
  await expect(through(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await through(async () => "yes")).toBe("yes");
});
