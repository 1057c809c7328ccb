import { expect, test } from "vitest";
import { draft, type Fields, markOf, NEW, press, rows } from "./desk-posts.ts";

test.each<[fault: string, form: string, fields: Fields, message: string]>([
  ["no title", "save", { title: " " }, "Please write a title"],
  ["a title without Latin letters", "save", { title: "价格" }, "Please type an address in Latin letters"],
  ["an address with a slash", "save", { slug: "a/b" }, "Please use small letters"],
  ["the address of another post", "save", { slug: "co-ke-or-com" }, "Another post has the address “co-ke-or-com”"],
  ["an unknown category", "save", { category: "business" }, "Please choose a category"],
  ["a picture of another host", "save", { picture: "https://evil.example/a.png" }, "Please use a path of this site"],
  ["a picture outside the folder", "save", { picture: "/pictures/../logo.svg" }, "Please use a path of this site"],
  ["a text above the limit", "save", { content: "x".repeat(100_001) }, "Please use at most 100,000 characters."],
  ["a NUL", "save", { content: "a\0b" }, "characters that cannot be sent"],
])("a form with %s comes back with all that was typed and its message", async (_fault, form, fields, message) => {
  const excerpt = "Maneno ya “kwanza” <b>";
  const { status, html } = await press(form, NEW, { ...fields, excerpt });
  expect([400, 409]).toContain(status);
  expect(html).toContain(message);
  expect(html).toContain("Maneno ya “kwanza” &lt;b&gt;");
  expect(await rows()).toEqual([]);
});

test.each<[fault: string, fields: Fields, message: string]>([
  ["a time that is over", { day: "2020-01-01" }, "This time is over"],
  ["a day that does not exist", { day: "2027-02-31" }, "Please choose a day and a time"],
  ["a time without a day", { time: "08:00" }, "Please choose a day too"],
  ["a day too far away", { day: "2126-01-01" }, "in the next two years"],
  ["no text", { content: " " }, "Please write a text"],
])("a draft is not published with %s", async (_fault, fields, message) => {
  const path = await draft();
  const { status, html } = await press("publish", path, { ...fields, seen: await markOf(path) });
  expect([status, html.includes(message)]).toEqual([400, true]);
  expect(await rows()).toMatchObject([{ published_at: null }]);
});
