import { expect, test } from "vitest";
import { mailKind } from "./failed-mail.ts";

test.each([
  ["issue", "Newsletter"],
  ["order-news", "Order news"],
  ["payment", "Payment"],
  ["answer", "Answer"],
  ["digest", "Work list"],
  ["of-a-later-version", "of-a-later-version"],
])("staff read the kind %s as %s", (kind, words) => expect(mailKind(kind)).toBe(words));
