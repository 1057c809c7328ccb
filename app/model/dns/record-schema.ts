import { z } from "zod";
import { anyText } from "../unsendable.ts";
import { readRecord } from "./read-record.ts";
import { FIELD_NAMES } from "./record-values.ts";
import { MAX_TEXT } from "./txt.ts";

/** Characters of what may be long: a text with each byte as four, and quotation marks around its pieces; an address. */
export const RECORD_LIMITS = { content: 4 * MAX_TEXT + 100, value: 2048 };

/**
 * The form of a record of the zone with this name: a `RecordDraft`, or messages at the fields. An empty field may be missing,
 * as conform has it. Server only. Source: docs/product.md, "DNS records".
 */
export function recordSchema(zone: string) {
  const fields = z.object(Object.fromEntries(FIELD_NAMES.map((field) => [field, anyText()])));
  return fields.transform((typed, context) => {
    const reading = readRecord(typed, zone);
    if (reading.ok) return reading.draft;
    for (const { field, message } of reading.problems)
      context.issues.push({ code: "custom", path: [field], message, input: typed[field] });
    return z.NEVER;
  });
}
