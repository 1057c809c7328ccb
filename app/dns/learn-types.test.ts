import { afterAll, expect, test, vi } from "vitest";
import { RARE_TYPES } from "./rare-types.ts";
import { fieldNames, fieldsOfType, NEW_RECORD, valuesSent, withType } from "./record-values.ts";
import { recordSentence } from "./record-words.ts";
import { packRareTypes } from "./types.ts";

afterAll(() => {
  vi.doUnmock("./rare-types.ts");
  vi.resetModules();
});

/** The modules as the browser has them: without rare types. */
async function inBrowser() {
  vi.resetModules();
  vi.doMock("./rare-types.ts", () => ({ RARE_TYPES: [] }));
  const [types, values, words] = await Promise.all([
    import("./types.ts"),
    import("./record-values.ts"),
    import("./record-words.ts"),
  ]);
  return { ...types, ...values, ...words };
}

test("a browser that learned the rare types has the same form and the same sentence as the server", async () => {
  const browser = await inBrowser();
  expect(browser.RECORD_TYPES).toEqual(["A", "AAAA", "CNAME", "MX", "TXT", "NS", "SRV", "CAA"]);
  const page = packRareTypes();
  browser.learnTypes(page);
  browser.learnTypes(page);
  expect(browser.fieldNames()).toEqual(fieldNames());
  for (const { type, fields } of RARE_TYPES) {
    const known = fieldsOfType(type).map(({ field, max, ...rest }) => ({
      ...rest,
      field,
      ...(field === "ttl" && { max }),
    }));
    expect(browser.fieldsOfType(type)).toEqual(known);
    const empty = withType(NEW_RECORD, type);
    expect(browser.withType(NEW_RECORD, type)).toEqual(empty);
    const filled = { ...empty, ...Object.fromEntries(fields.map(({ field, example }) => [field, example])) };
    expect(browser.valuesSent(filled)).toEqual(valuesSent(filled));
    for (const values of [empty, filled]) {
      const sentence = recordSentence(values, "example.com");
      expect(browser.recordSentence(values, "example.com")).toEqual(sentence);
      expect(sentence.some(({ kind }) => kind === "open")).toBe(values === empty);
    }
  }
});
