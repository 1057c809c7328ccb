import { type PaymentWords, paymentWords } from "./payment-words.ts";
import { isHttp, withoutTrailingSlash } from "./setting-values.ts";

type Source = Record<string, string | undefined>;

/** The settings of M-PESA: the agency's app at Daraja, and its Pay Bill number or till. */
export type MpesaSettings = {
  url: string;
  key: string;
  secret: string;
  /** The Pay Bill number; for a till the number of its store. */
  shortcode: string;
  till: string | undefined;
  passkey: string;
  /** The last part of the address for Pay Bill payments, which only M-PESA knows. */
  callbackPath: string;
  /** Up to this amount a payment counts although only a callback says so, in KSh. */
  trustKsh: number;
  /** The most that M-PESA takes in one payment, in KSh. */
  mostKsh: number;
  /** Whether missed payments can be listed (Pull Transactions). */
  hasPull: boolean;
};

/** Returns whether customers pay by M-PESA on this site; the sandbox has a fake provider. */
export function takesMpesa(given: Source, isSandbox: boolean): boolean {
  return isSandbox ? given.SANDBOX_PAYMENTS !== "0" : Boolean(given.MPESA_URL);
}

/**
 * Returns how customers pay by the settings. `own`: the agency's own sentence, without the default of its setting, which is for
 * sites without M-PESA.
 */
export function readPaymentWords(given: Source, own: string | undefined, isSandbox: boolean): PaymentWords {
  const prompt = takesMpesa(given, isSandbox);
  const byHand = given.MPESA_TILL ? "Buy Goods" : "Pay Bill";
  return paymentWords({ prompt, byHand, own: prompt ? own : given.BRAND_PAYMENT });
}

/**
 * How receipts show tax. `pin`: the agency's KRA PIN. `includesVat`: whether prices include VAT. Receipts state VAT only if
 * both are set.
 */
export type TaxSettings = { pin: string | undefined; includesVat: boolean };

/** Daraja refuses addresses with these words. Source: Daraja documentation, "Customer To Business Register URL". */
export const REFUSED_WORDS = /m-?pesa|safaricom|exe|cmd|sql|query/i;

const AMOUNT = /^\d{1,9}$/;
const RULES: readonly [name: string, rule: RegExp, correction: string][] = [
  ["MPESA_SHORTCODE", /^\d{5,7}$/, "5 to 7 digits"],
  ["MPESA_TILL", /^\d{5,8}$/, "5 to 8 digits"],
  ["MPESA_CALLBACK_PATH", /^[\w-]{32,128}$/, "at least 32 random letters and digits"],
  ["MPESA_TRUST_KSH", AMOUNT, "whole shillings"],
  ["MPESA_MOST_KSH", AMOUNT, "whole shillings"],
  ["MPESA_PULL", /^[01]$/, "0 or 1"],
  ["PAYMENTS_WITNESS", /^[01]$/, "0 or 1"],
  ["SANDBOX_PAYMENTS", /^[01]$/, "0 or 1"],
  ["KRA_PIN", /^[AP]\d{9}[A-Z]$/, "a letter, nine digits and a letter"],
  ["PRICES_INCLUDE_VAT", /^[01]$/, "0 or 1"],
];

/** Returns the settings of payments that cannot be used, each as its name with the correction in brackets. */
export function mistakenPaymentSettings(given: Source): string[] {
  const wrong = RULES.filter(([name, rule]) => given[name] && !rule.test(given[name]));
  const path = given.MPESA_CALLBACK_PATH ?? "";
  const url = given.MPESA_URL;
  return [
    ...(url && !isHttp(url) ? ["MPESA_URL (an http or https address)"] : []),
    ...wrong.map(([name, , correction]) => `${name} (${correction})`),
    ...(REFUSED_WORDS.test(path) ? ["MPESA_CALLBACK_PATH (without the words that M-PESA refuses in an address)"] : []),
  ];
}

/** Returns the settings of M-PESA, or null if they are not set. They were checked before (`mistakenPaymentSettings`). */
export function readMpesa(given: Source): MpesaSettings | null {
  if (!given.MPESA_URL) return null;
  return {
    url: withoutTrailingSlash(given.MPESA_URL),
    key: given.MPESA_KEY ?? "",
    secret: given.MPESA_SECRET ?? "",
    shortcode: given.MPESA_SHORTCODE ?? "",
    till: given.MPESA_TILL,
    passkey: given.MPESA_PASSKEY ?? "",
    callbackPath: given.MPESA_CALLBACK_PATH ?? "",
    trustKsh: Number(given.MPESA_TRUST_KSH),
    mostKsh: Number(given.MPESA_MOST_KSH),
    hasPull: given.MPESA_PULL === "1",
  };
}

/** Returns how receipts show tax. */
export function readTax(given: Source): TaxSettings {
  return { pin: given.KRA_PIN, includesVat: given.PRICES_INCLUDE_VAT === "1" };
}

/** Returns the settings of the sandbox, whose M-PESA is a fake at this address. */
export function sandboxMpesa(mocks: string): MpesaSettings {
  return {
    ...{ url: `${mocks}/daraja`, key: "sandbox", secret: "sandbox", shortcode: "600123", till: undefined },
    ...{ passkey: "sandbox", callbackPath: "sandbox-".repeat(4), trustKsh: 5000, mostKsh: 150_000, hasPull: true },
  };
}
