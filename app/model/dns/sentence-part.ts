import type { Parsed } from "./parsed.ts";

/** A piece of a sentence. `strong` is what was typed; `open` stands where something is missing or cannot be read yet. */
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

/** What was typed, or the words for something that is missing. */
export function strongOr(reading: Parsed<string | number>, missing: string): SentencePart {
  return reading.ok ? strong(String(reading.value)) : open(missing);
}
