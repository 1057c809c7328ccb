import { cleanInput } from "./ascii-name.ts";
import { invalid, type Parsed, valid } from "./reading.ts";

/** Priorities, weights and ports are 16 bits. RFC 1035, section 3.3.9; RFC 2782. */
export const MAX_16_BITS = 65_535;

type Limits = { what: string; max: number; example: string };

/** Takes what was typed for a whole number from 0 and gives it. `what` begins the messages: "The priority". */
export function readWholeNumber(typed: string | undefined, { what, max, example }: Limits): Parsed<number> {
  const text = cleanInput(typed ?? "");
  if (text === "") return invalid(`${what} is missing. Type a whole number, such as ${example}.`);
  if (/^-\d+(\.\d+)?$/.test(text))
    return invalid(`${what} cannot be below 0. Type a whole number, such as ${example}.`);
  if (!/^\d+$/.test(text)) return invalid(`${what} is a whole number, such as ${example}.`);
  const value = Number(text);
  return value > max
    ? invalid(`${what} can be at most ${max}. Type a smaller number, such as ${example}.`)
    : valid(value);
}
