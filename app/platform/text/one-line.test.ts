import fc from "fast-check";
import { expect, it } from "vitest";
import { isMailbox, mailbox, oneLine } from "./one-line.ts";

const wordsOf = (schema: ReturnType<typeof oneLine>, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message);

it.each(["njeri@example.co.ke", "Njeri.O'Mwangi+shule@example.co.ke", "a@b.ke", "amina@xn--mnchen-3ya.de", " a@b.ke "])(
  "accepts the address %j",
  (typed) => {
    expect(mailbox().parse(typed)).toBe(typed.trim());
  },
);

/** Characters that look like a part of an ASCII address: full-width, letters of other scripts, dots, mathematical letters. */
const LOOK_ALIKES =
  "\uFF4E\uFF2E\uFF20\uFE6B\uFF0E\u3002\uFF61\uFE52\u2024\u0435\u0430\u043E\u0440\u0441\u0443\u0456\u03BF\u03BD\u0261\u0131\u017F\u212A\u00E9\u00FC\u{1D41A}\u2460\u{1F170}\u0660\u0966\uFF11\uFF0D\u2010\u00AD\u200B";

it("rejects an address with any character that is not ASCII, wherever it stands", () => {
  const accepted = [...LOOK_ALIKES].flatMap((other) =>
    ["njeri@example.co.ke", "n.j@a-b.ke"].flatMap((address) =>
      [...address].flatMap((_, at) => {
        const [before, after] = [address.slice(0, at), address.slice(at)];
        return [before + other + after, before + other + after.slice(1)].filter(isMailbox);
      }),
    ),
  );
  expect(accepted).toEqual([]);
});

it("agrees with the rules of RFC 5321, judged by other means", () => {
  const isAtom = (text: string) =>
    text !== "" && [...text].every((one) => /[a-z0-9]/i.test(one) || "!#$%&'*+-/=?^_`{|}~".includes(one));
  const isLabel = (text: string) =>
    text.length > 0 &&
    text.length < 64 &&
    !text.startsWith("-") &&
    !text.endsWith("-") &&
    [...text].every((one) => /[a-z0-9-]/i.test(one));
  const judge = (text: string) => {
    const [local = "", host = "", ...more] = text.split("@");
    const labels = host.split(".");
    return (
      more.length === 0 &&
      text.length <= 254 &&
      local.length <= 64 &&
      local.split(".").every(isAtom) &&
      labels.length > 1 &&
      labels.every(isLabel) &&
      /[a-z]/i.test(labels.at(-1) ?? "") &&
      (labels.at(-1) ?? "").length > 1
    );
  };
  const part = fc.string({ unit: fc.constantFrom(..."ab1Z.-_+'\"@ \uFF41\u0435"), maxLength: 6 });
  fc.assert(
    fc.property(
      part,
      part,
      fc.constantFrom("ke", "co.ke", "co.k", "1", "-", "k\u0435", "a".repeat(64)),
      (local, label, end) => {
        const address = `${local}@${label}.${end}`;
        expect([address, isMailbox(address)]).toEqual([address, judge(address)]);
      },
    ),
    { numRuns: 2000 },
  );
});

// Spellings that a mail service could read as another address than the limits count.
it.each([
  ...["njeri", "njeri@example", "@example.co.ke", "njeri@", "a@b@example.co.ke", "1<victim@example.co.ke>"],
  ...["a,victim@example.co.ke", "a;victim@example.co.ke", '"a"victim@example.co.ke', "(a)victim@example.co.ke"],
  ...["a:victim@example.co.ke", "vic\ufff9\u0301 tim@example.co.ke", "victim@example..co.ke", "victim@.example.co.ke"],
  ...["njeri@example.co.k", "njeri@gmail.c", "victim@[127.0.0.1]", "vic tim@example.co.ke", "victim\\@example.co.ke"],
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
