/**
 * What is switched on. `prompt`: customers pay on this site, by M-PESA's prompt on their phone. `byHand`: how they send the
 * money themselves. `own`: the agency's own sentence about paying; "" or undefined for ours.
 */
export type Paying = { prompt: boolean; byHand?: "Pay Bill" | "Buy Goods"; own?: string | undefined };

/** How customers pay, as every page and mail says it. */
export type PaymentWords = {
  /** One sentence: on the search page, with the prices, in the questions and in mails. */
  sentence: string;
  /** Beside "How you pay"; "" if M-PESA is no way to pay. */
  short: string;
  /** Below the price of a name that is sold at once. */
  sale: string;
  /** In the steps of an order for which staff send the bill later; "" if the sentence stands beside the steps. */
  later: string;
};

/**
 * Returns how customers pay. All pages and mails take their words from here, so that no two of them differ. Source:
 * docs/product/site.md, "The brand".
 */
export function paymentWords({ prompt, byHand = "Pay Bill", own = "" }: Paying): PaymentWords {
  const sentence = own.trim();
  if (prompt) {
    return {
      sentence: sentence || `Pay by M-PESA on your phone, in about a minute, or by ${byHand}.`,
      short: `M-PESA, on your phone or by ${byHand}`,
      sale: "Pay by M-PESA on your phone, in about a minute.",
      later: "By M-PESA. We e-mail you the bill.",
    };
  }
  return {
    sentence,
    short: /m-?pesa/i.test(sentence) ? "M-PESA, with a bill by e-mail" : "",
    sale: "Pay nothing now. We send the bill by e-mail.",
    later: "",
  };
}
