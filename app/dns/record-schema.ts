import { z } from "zod";
import { anyText } from "#app/platform/text/text-characters.ts";
import { readTypedRecord } from "./pasted-record.ts";
import { fieldNames } from "./record-values.ts";
import { MAX_TYPED } from "./txt.ts";
import { TYPES } from "./types.ts";

/** Characters of a whole value that is pasted into one field, of a certificate in hexadecimal digits, or of a URL. */
const MAX_PASTED = 4096;

const OWN_FIELDS = TYPES.flatMap(({ fields }) => fields.map(({ field }) => field));

/** Longest inputs in characters. */
export const RECORD_LIMITS = {
  ...Object.fromEntries(["name", ...OWN_FIELDS].map((field) => [field, MAX_PASTED])),
  content: MAX_TYPED,
};

/**
 * The schema of a record's form in the zone with this name: a `RecordDraft`, or a message for each invalid field. Empty
 * fields may be missing, as in Conform. Server only. Source: docs/product/dns.md, "DNS records".
 */
export function recordSchema(zone: string) {
  const fields = z.object(Object.fromEntries(fieldNames().map((field) => [field, anyText()])));
  return fields.transform((typed, context) => {
    const result = readTypedRecord(typed, zone);
    if (result.ok) return result.draft;
    for (const { field, message } of result.problems)
      context.issues.push({ code: "custom", path: [field], message, input: typed[field] });
    return z.NEVER;
  });
}
