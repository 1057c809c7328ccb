import { z } from "zod";
import { darajaSignature } from "#app/payments/daraja.api.server.ts";
import { PENDING_CODE, TOKEN_CODES } from "#app/payments/results.ts";
import { env } from "#app/platform/env.server.ts";
import { type MpesaSettings, REFUSED_WORDS } from "#app/platform/settings/mpesa-settings.ts";
import { safeCode } from "#app/platform/upstream/failure-kind.server.ts";
import { bad, type Check, type Finding, good, off, warning } from "./report.server.ts";
import { failureFinding, hostOf, tryCall } from "./try-call.api.server.ts";

const LIVE_URL = "https://api.safaricom.co.ke";
const OFF = "the agency sends the bill itself";

/** Returns the checks of M-PESA. They ask no phone and move no money. */
export function paymentChecks(): Check[] {
  const check = (run: (settings: MpesaSettings) => Promise<Finding>) => () =>
    env.mpesa ? run(env.mpesa) : off("MPESA_URL", OFF);
  return [
    { name: "M-PESA", why: "Without it no phone can be asked to pay.", run: check(keys) },
    { name: "M-PESA reports", why: "M-PESA reports payments there; a wrong address loses them.", run: check(address) },
  ];
}

const tokenSchema = z.object({ access_token: z.string().min(1) });
const refusalSchema = z.object({ errorCode: z.coerce.string(), errorMessage: z.string().catch("") });
/** What Daraja says of a prompt that it does not know; `WRONG_SIGNATURE` shares one of the codes. */
const UNKNOWN_PROMPT = ["400.002.02", PENDING_CODE];
const WRONG_SIGNATURE = /credential|merchant/i;

/**
 * Asks about a made-up prompt, which Daraja refuses once it has accepted key, secret, short code and passkey. The new token
 * invalidates that of the running site, which fetches another when it is refused.
 */
async function keys(settings: MpesaSettings): Promise<Finding> {
  const { url: base, key, secret } = settings;
  const host = hostOf(base);
  const token = await tryCall({
    ...{ base, path: ["oauth", "v1", "generate"], query: { grant_type: "client_credentials" }, schema: tokenSchema },
    headers: { Authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString("base64")}` },
  });
  if (!token.result.ok) {
    const { status } = token.result;
    if (status === 400 || status === 401 || status === 403) {
      return bad(`${host} does not know the key (HTTP ${status}).`, "Copy MPESA_KEY and MPESA_SECRET anew.");
    }
    return failureFinding("MPESA_URL", base, token.why, status);
  }
  const query = await tryCall({
    ...{ base, path: ["mpesa", "stkpushquery", "v1", "query"], method: "POST" },
    headers: { Authorization: `Bearer ${token.result.value.access_token}` },
    body: { ...darajaSignature(settings), CheckoutRequestID: "ws_CO_doctor" },
    ...{ schema: refusalSchema, otherSchema: refusalSchema, reads5xx: true },
  });
  if (!query.result.ok) return failureFinding("MPESA_URL", base, query.why, query.result.status);
  return refusalFinding(host, query.result.value);
}

/** Describes how Daraja refused the made-up prompt. */
function refusalFinding(host: string, { errorCode, errorMessage }: z.infer<typeof refusalSchema>): Finding {
  if (TOKEN_CODES.includes(errorCode)) {
    return bad(
      `${host} gives a token and does not take it.`,
      "Ask Safaricom whether the app is approved for production.",
    );
  }
  if (WRONG_SIGNATURE.test(errorMessage)) {
    return bad(
      `${host} takes the key, and not the number with its passkey.`,
      "Copy MPESA_SHORTCODE and MPESA_PASSKEY anew; for a till, the first is the number of its store.",
    );
  }
  if (UNKNOWN_PROMPT.includes(errorCode)) {
    if (host === "sandbox.safaricom.co.ke") {
      return warning(`${host} is M-PESA's test system: its payments are no money.`, `Set MPESA_URL to ${LIVE_URL}.`);
    }
    return good(`${host} takes the key. It refused a made-up payment, as it should.`);
  }
  return warning(
    `${host} takes the key, and said ${safeCode(errorCode) ?? "something odd"} of a made-up payment.`,
    "Try again in a minute: M-PESA may be busy.",
  );
}

const acceptedSchema = z.object({ ResultCode: z.literal("0") });

/** Asks the site's own address, as M-PESA does, whether a payment may be made. That stores nothing. */
async function address({ callbackPath }: MpesaSettings): Promise<Finding> {
  const base = `${env.origin}/pay/c/${callbackPath}/v`;
  if (REFUSED_WORDS.test(env.origin)) {
    return warning(
      "Safaricom refuses addresses with its own names in them.",
      "Use another host name in PUBLIC_ORIGIN.",
    );
  }
  const { result, why } = await tryCall({ base, method: "POST", body: {}, schema: acceptedSchema });
  if (!result.ok) {
    const setting = result.status === 0 ? "PUBLIC_ORIGIN" : "MPESA_CALLBACK_PATH";
    return failureFinding(setting, env.origin, why, result.status);
  }
  return good(`${hostOf(env.origin)} takes M-PESA's reports.`);
}

/** Returns the check of payments that staff enter by hand. Source: docs/product/desk.md, "Payments at the desk". */
export function handPaymentChecks(): Check[] {
  return [{ name: "payments by hand", why: "A payment that staff enter counts when it is confirmed.", run: byHand }];
}

function byHand(): Finding {
  const all = env.staff.length;
  if (!env.mpesa) return off("MPESA_URL", "customers do not pay on the site");
  if (all === 0) return off("STAFF", "there is no desk, and nobody can enter a payment");
  if (env.needsWitness) {
    return all > 1
      ? good("A second person confirms each payment that is entered by hand.")
      : warning(
          "There is one member of staff, and a payment that is entered by hand needs a second one.",
          "Add a second one to STAFF, or set PAYMENTS_WITNESS=0: then one person counts it alone, and you are mailed of each.",
        );
  }
  return all > 1
    ? warning(
        `Each of ${all} members of staff may count a payment alone (PAYMENTS_WITNESS=0).`,
        "Remove PAYMENTS_WITNESS, so that a second person looks.",
      )
    : good("One person counts payments by hand alone. Each is logged and mailed to BRAND_EMAIL.");
}
