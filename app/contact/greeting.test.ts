import { expect, test } from "vitest";
import { greeted, isOnlyGreeting } from "./greeting.ts";
import { partSchema } from "./thread-forms.server.ts";

test.each([
  ["Mrs Wanjiru Kamau", "", "Hello Wanjiru,\n\n"],
  ["0712 345678", "", "Hello,\n\n"],
  ["Brian", "It is KSh 1,500.", "Hello Brian,\n\nIt is KSh 1,500."],
  ["Brian", "Hello Wanjiru,\n\nIt is KSh 1,500.", "Hello Brian,\n\nIt is KSh 1,500."],
  ["Brian", "Hello,\nIt is KSh 1,500.", "Hello Brian,\n\nIt is KSh 1,500."],
  ["Brian", "Hello world, this is long.", "Hello Brian,\n\nHello world, this is long."],
])("greets %s before the saved answer %j", (visitor, saved, text) => {
  expect(greeted(visitor, saved)).toBe(text);
});

test("takes no answer that has only the greeting, and every note", () => {
  const typed = { partCount: 0, body: "Hello Brian,\r\n\r\n" };
  const refused = partSchema("us").safeParse(typed).error?.issues;
  expect(refused?.map(({ path, message }) => [path.join(), message])).toEqual([["body", "Please write something."]]);
  expect(partSchema("us").safeParse({ ...typed, body: "Hello Brian,\n\nYes." }).success).toBe(true);
  expect(partSchema("note").safeParse(typed).success).toBe(true);
  expect(isOnlyGreeting("Habari,")).toBe(false);
});
