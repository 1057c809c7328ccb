import { formatKsh } from "../money.ts";
import type { Prompt } from "./bill.ts";
import { promptResult } from "./mpesa-results.ts";

/** How the page of a bill begins. `isOpen`: the page looks again; `mayAsk`: the form that asks a phone is shown. */
export type PayStatus = {
  kind: "ok" | "warn" | "bad" | "neutral";
  title: string;
  text: string;
  isOpen?: boolean;
  mayAsk: boolean;
};

/** After so many looks the page stops looking. */
export const MOST_LOOKS = 24;

/** Returns how often the page has looked, from its address: 0 to `MOST_LOOKS`, and 0 for text that is no number. */
export function readLooks(typed: string | null): number {
  return Math.min(Math.max(Number(typed) || 0, 0), MOST_LOOKS);
}

/** How long a prompt is open, and after which another may be sent. */
const OPEN_MS = 120_000;

type Known = { prompt: Prompt | null; heldKsh: number; looks: number; now: number };

/** Returns what to say of the last prompt of an unpaid bill, if anything. Source: docs/product.md, "Payments". */
export function payStatus({ prompt, heldKsh, looks, now }: Known): PayStatus | undefined {
  if (heldKsh > 0) {
    const text = "M-PESA still has to confirm it. You need not do anything. Don’t pay again.";
    return {
      kind: "neutral",
      title: `Your ${formatKsh(heldKsh)} is here`,
      text,
      isOpen: looks < MOST_LOOKS,
      mayAsk: false,
    };
  }
  if (!prompt) return undefined;
  switch (prompt.state) {
    case "refused": {
      const { text } = promptResult(prompt.resultCode ?? "", prompt.resultText ?? "");
      return { kind: "bad", title: "It is not paid", text, mayAsk: true };
    }
    case "paid":
      return waiting(looks, { title: "M-PESA says you have paid", text: "We wait for the payment. Don’t pay again." });
    case "asking":
    case "sent":
      if (now - Date.parse(prompt.askedAt) < OPEN_MS) {
        const text = "Type your M-PESA PIN on your phone, never here.";
        return waiting(looks, { title: "Look at your phone", text });
      }
      return UNHEARD;
    case "unknown":
      return UNHEARD;
  }
}

function waiting(looks: number, words: { title: string; text: string }): PayStatus {
  return looks < MOST_LOOKS
    ? { kind: "neutral", ...words, isOpen: true, mayAsk: false }
    : { ...UNHEARD, mayAsk: false };
}

const UNHEARD: PayStatus = {
  kind: "warn",
  title: "We have not heard yet",
  text: "If you typed your PIN, you will see it here. Don’t pay again. If nothing was on your phone, you may ask again.",
  mayAsk: true,
};
