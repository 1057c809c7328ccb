import { expect, it } from "vitest";
import { mailbox, oneLine } from "./one-line.ts";

const wordsOf = (schema: ReturnType<typeof oneLine>, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message);

it.each([
  "njeri@example.co.ke",
  "Njeri.O'Mwangi+shule@example.co.ke",
  "a@b.ke",
  "jos\u00e9@m\u00fcnchen.de",
  " a@b.ke ",
])("accepts the address %j", (typed) => {
  expect(mailbox().parse(typed)).toBe(typed.trim());
});

// Spellings that a mail service could read as another address than the limits count.
it.each([
  ...["njeri", "njeri@example", "@example.co.ke", "njeri@", "a@b@example.co.ke", "1<victim@example.co.ke>"],
  ...["a,victim@example.co.ke", "a;victim@example.co.ke", '"a"victim@example.co.ke', "(a)victim@example.co.ke"],
  ...["a:victim@example.co.ke", "vic\ufff9\u0301 tim@example.co.ke", "victim@example..co.ke", "victim@.example.co.ke"],
  ...["victim@[127.0.0.1]", "vic tim@example.co.ke", "victim\\@example.co.ke"],
])("rejects the address %j", (typed) => {
  expect(wordsOf(mailbox(), typed)).toEqual(["Please enter a valid email address"]);
});

it.each([
  [undefined, "Missing"],
  ["  ", "Missing"],
  [["a", "b"], "Please send this field once, as plain text"],
  ["a\r\nb", "This text has characters that cannot be sent. Please type it again"],
  ["a\0", "This text has characters that cannot be sent. Please type it again"],
  ["\ufffd", "This text has characters that cannot be sent. Please type it again"],
  ["12345678901", "Please use at most 10 characters"],
])("rejects the line %j with one message", (value, words) => {
  expect(wordsOf(oneLine(10, "Missing"), value)).toEqual([words]);
});
