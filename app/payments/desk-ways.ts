import type { PayWay } from "./pay-ways.ts";

/**
 * Who must confirm a payment that staff typed in. "other": another member of staff. "missing": nobody can, because STAFF has
 * one person only. "alone": the person who typed it may.
 */
export type Witness = "other" | "missing" | "alone";

/** Returns what we tell the person who typed an amount. Source: docs/product/desk.md, "Payments at the desk". */
export function ownWords(witness: Witness): string {
  switch (witness) {
    case "other":
      return "You typed this amount, so somebody else must confirm it.";
    case "missing":
      return "You typed this amount, so somebody else must confirm it, and you are the only one in STAFF. Add a second person there, or set PAYMENTS_WITNESS=0.";
    case "alone":
      return "You typed this amount. Look again, then confirm it: you may count it alone, which is logged and mailed to the agency.";
  }
}

type Look = {
  /** Where staff see whether the money is there. */
  place: string;
  /** The label of the amount, the button that confirms it, and the box for another amount. */
  amount: string;
  confirmButton: string;
  differs: string;
  /** Why an entry may be deleted, as its form says it. */
  wrong: string;
};

/** What staff look at before a payment counts, by how it was made. Source: docs/product/desk.md, "Payments at the desk". */
export const LOOK_AT: Record<PayWay, Look> = {
  mpesa: {
    place: "M-PESA’s portal",
    amount: "Amount in the portal, in shillings",
    confirmButton: "I have seen it in the portal",
    differs: "The portal shows another amount than",
    wrong: "It was entered by hand, and M-PESA’s portal has no such payment.",
  },
  bank: {
    place: "the bank statement",
    amount: "Amount in the bank statement, in shillings",
    confirmButton: "I have seen it in the bank statement",
    differs: "The bank statement shows another amount than",
    wrong: "It was entered by hand, and the bank statement has no such transfer.",
  },
  cash: {
    place: "the cash box and the receipt book",
    amount: "Amount that I have counted, in shillings",
    confirmButton: "I have counted it",
    differs: "I have counted another amount than",
    wrong: "It was entered by hand, and we did not get this cash.",
  },
  cheque: {
    place: "the bank statement",
    amount: "Amount that the bank has paid, in shillings",
    confirmButton: "The bank has paid it",
    differs: "The bank has paid another amount than",
    wrong:
      "It was entered by hand, and we have no such cheque, or the bank has not paid it. The bill then asks for the money again.",
  },
};
