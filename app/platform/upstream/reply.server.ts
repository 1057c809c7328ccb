import type { Response } from "undici";

const MAX_REPLY_BYTES = 1024 * 1024;
const MAX_MESSAGE = 200;

/** A provider's reply as JSON. `isReadable` is false if it was cut off, is not JSON, or is too long. */
export type Reply = { isReadable: true; body: unknown } | { isReadable: false };

/** Reads a response, by default up to 1 MB. An empty body is readable and undefined. Never throws. */
export async function readReply(response: Response, mostBytes = MAX_REPLY_BYTES): Promise<Reply> {
  try {
    const text = await readText(response, mostBytes);
    if (text === null) return { isReadable: false };
    return { isReadable: true, body: text.trim() === "" ? undefined : JSON.parse(text) };
  } catch {
    return { isReadable: false };
  }
}

/** Returns the text of a response. Returns null if it is longer than `mostBytes`; the rest is then not read. */
async function readText(response: Response, mostBytes: number): Promise<string | null> {
  const reader = response.body?.getReader();
  if (!reader) return "";
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.length;
    if (bytes > mostBytes) {
      // Not awaited: the rest is not needed.
      reader.cancel().catch(() => {});
      return null;
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

/** Returns the text in a field of a JSON body ("message", "error"); undefined without such a field. */
export function textIn(body: unknown, field: string): string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const value: unknown = Reflect.get(body, field);
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

/**
 * Returns a provider's message for display: at most 200 characters, without control characters and bidirectional
 * overrides. The page escapes it.
 */
export function cleanMessage(message: string): string {
  const plain = message.slice(0, 4 * MAX_MESSAGE).replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, " ");
  const characters = [...plain.trim()];
  return characters.length > MAX_MESSAGE ? `${characters.slice(0, MAX_MESSAGE - 1).join("")}…` : characters.join("");
}
