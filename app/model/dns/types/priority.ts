import type { Parsed } from "../reading.ts";
import { MAX_16_BITS, readWholeNumber } from "../whole-number.ts";
import { numberField } from "./type-field.ts";

/** The priority of a new MX record. */
export const DEFAULT_PRIORITY = 10;

export const PRIORITY = numberField("priority", "Priority", "The lowest is tried first.", String(DEFAULT_PRIORITY));

export function readPriority(typed: string | undefined): Parsed<number> {
  return readWholeNumber(typed, { what: "The priority", max: MAX_16_BITS, example: PRIORITY.example });
}

/** What a resolver shows with the priority in front. RFC 1035, section 3.3.9; RFC 2782. */
export function withoutPriority(data: string): { content: string; priority?: number } {
  const [, priority, content] = /^(\d{1,5})\s+(.+)$/s.exec(data) ?? [];
  return content ? { content, priority: Number(priority) } : { content: data };
}
