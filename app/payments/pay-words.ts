import type { Prompt } from "#app/orders/bill.ts";
import { formatKsh } from "#app/platform/money.ts";
import type { PayWay } from "./pay-ways.ts";
import { ANNOUNCED_MS, LATE_MS, PROMPT_OPEN_MS } from "./prompt-times.ts";
import { promptResult } from "./results.ts";

/**
 * What is known of a bill that is not paid. `isOpen`: the page looks for the outcome by itself. `isAtPhone`: a phone shows the
 * request; `isLate`: for a minute or longer. `mayAsk`: the page shows the form that sends a prompt. `isHere`: the money has
 * arrived, so the page does not ask for its code.
 */
export type PayStatus = {
  kind: "ok" | "warn" | "bad" | "neutral";
  title: string;
  text: string;
  isOpen?: boolean;
  isAtPhone?: boolean;
  isLate?: boolean;
  isHere?: boolean;
  mayAsk: boolean;
};

/** How often the page reloads at most while a prompt is open, every ten seconds. */
export const MOST_LOOKS = 12;

/** Reads from the page's address how often it has reloaded: 0 to `MOST_LOOKS`, and 0 for text that is no number. */
export function readLooks(typed: string | null): number {
  return Math.min(Math.max(Number(typed) || 0, 0), MOST_LOOKS);
}

/**
 * What is known of an unpaid bill. `heldKsh`: the money that has arrived and is not confirmed; `heldWays`: how it was paid.
 * `hasArrived`: money of the last prompt has arrived, so a prompt for what is missing may be sent. `looks`: how often the page
 * has reloaded. `now`: in ms.
 */
type Known = {
  prompt: Prompt | null;
  heldKsh: number;
  heldWays: PayWay[];
  hasArrived: boolean;
  looks: number;
  now: number;
};

/** Returns what to say of the last prompt of an unpaid bill, if anything. Source: docs/product/payments.md, "Payments". */
export function payStatus({ prompt, heldKsh, heldWays, hasArrived, looks, now }: Known): PayStatus | undefined {
  if (heldKsh > 0) {
    const [way = "mpesa", ...others] = new Set(heldWays);
    const text = `${others.length === 0 ? HELD[way] : HELD.cash} You need not do anything. Don’t pay again.`;
    return {
      kind: "neutral",
      title: `Your ${formatKsh(heldKsh)} is here`,
      text,
      isOpen: looks < MOST_LOOKS,
      isHere: true,
      mayAsk: false,
    };
  }
  if (!prompt || hasArrived) return undefined;
  switch (prompt.state) {
    case "refused": {
      const { title, text } = promptResult(prompt.resultCode ?? "", prompt.resultText ?? "");
      return { kind: "bad", title, text, mayAsk: true };
    }
    case "paid":
      if (now - Date.parse(prompt.askedAt) > ANNOUNCED_MS) return NEVER_CAME;
      return waiting(looks, {
        title: "M-PESA says you have paid",
        text: "M-PESA has not sent us the payment yet. We look for it. Don’t pay again.",
      });
    case "asking":
    case "sent":
      if (now - Date.parse(prompt.askedAt) < PROMPT_OPEN_MS) {
        const isLate = now - Date.parse(prompt.askedAt) >= LATE_MS;
        const text = isLate ? "We have not seen it yet. We keep looking." : "Waiting for your phone.";
        return {
          ...{ kind: "neutral" as const, title: "Check your phone", text, isAtPhone: true, isLate },
          ...{ isOpen: looks < MOST_LOOKS, mayAsk: false },
        };
      }
      return UNHEARD;
    case "unknown":
      return UNHEARD;
  }
}

/** Who has to confirm money, by how it was paid. */
const HELD: Record<PayWay, string> = {
  mpesa: "M-PESA still has to confirm it.",
  bank: "We still have to confirm it.",
  cash: "We still have to confirm it.",
  cheque: "It counts when the bank has paid the cheque.",
};

/**
 * What the page says of a typed code with which no payment of this bill has arrived. It reveals nothing about other customers.
 */
export const TYPED_WORDS = {
  unknown: "M-PESA has not told us of it yet. You will get an e-mail. Don’t pay twice.",
  unmatched: "M-PESA has told us of it. We check that it is for this bill, and you get an e-mail. Don’t pay twice.",
  elsewhere: "It is not on this bill yet. We look into it, and you get an e-mail. Don’t pay twice.",
};

/** The title while the payment of a typed code has not come. */
export const checkingTitle = (code: string) => `We are checking code ${code}`;

/**
 * Returns the one banner of an unpaid bill's page. An open prompt or unconfirmed money goes first, then the code that the
 * customer typed and with which no payment has arrived, then the outcome of the last prompt. Undefined if there is nothing to
 * say.
 */
export function payBanner(status: PayStatus | undefined, typed: { code: string; words: string } | null) {
  if (typed === null || status?.mayAsk === false) return status;
  return { kind: "neutral" as const, title: checkingTitle(typed.code), text: typed.words };
}

function waiting(looks: number, words: { title: string; text: string }): PayStatus {
  return looks < MOST_LOOKS
    ? { kind: "neutral", ...words, isOpen: true, mayAsk: false }
    : { ...UNHEARD, text: words.text, mayAsk: false };
}

const UNHEARD: PayStatus = {
  kind: "warn",
  title: "We have not heard yet",
  text: "If you typed your PIN, you will see it here. Don’t pay again. If nothing was on your phone, you may ask again.",
  mayAsk: true,
};

const NEVER_CAME: PayStatus = {
  kind: "warn",
  title: "No payment came",
  text: "M-PESA said that you paid. Look for its message on your phone, and enter its code. Without such a message you may ask again.",
  mayAsk: true,
};
