import type { Parsed } from "#app/platform/text/parsed.ts";

/**
 * A part of a sentence. `strong` is user input. `open` is a sentence of its own: what to type, in place of missing or invalid
 * input.
 */
export type SentencePart = { kind: "plain" | "strong" | "open"; text: string };

export function plain(text: string): SentencePart {
  return { kind: "plain", text };
}

export function strong(text: string): SentencePart {
  return { kind: "strong", text };
}

export function open(text: string): SentencePart {
  return { kind: "open", text };
}

/** Returns the input as a strong part, or as an open part the sentence that asks for it. */
export function strongOr(reading: Parsed<string | number>, missing: string): SentencePart {
  return reading.ok ? strong(String(reading.value)) : open(missing);
}

const LONGEST = 60;

/** Returns a text cut to 60 characters, or to `longest`. */
export function shortened(text: string, longest = LONGEST): string {
  const letters = [...text];
  return letters.length > longest ? `${letters.slice(0, longest - 1).join("")}…` : text;
}
