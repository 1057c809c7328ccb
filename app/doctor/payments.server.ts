import { z } from "zod";
import { env } from "#app/env.server.ts";
import { createDarajaCaller } from "#app/gateways/mpesa/caller.server.ts";
import { TOKEN_CODES } from "#app/model/payments/mpesa-results.ts";
import { type MpesaSettings, REFUSED_WORDS } from "#app/model/payments/mpesa-settings.ts";
import { bad, type Check, type Finding, good, off, warning } from "./finding.server.ts";
import { failureFinding, hostOf, tryCall } from "./try-call.server.ts";

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

/** Asks about a made-up prompt, which Daraja refuses once it has accepted the keys. */
async function keys(settings: MpesaSettings): Promise<Finding> {
  const call = createDarajaCaller(settings);
  const path = ["mpesa", "stkpushquery", "v1", "query"];
  const body = {
    BusinessShortCode: settings.shortcode,
    Password: "",
    Timestamp: "",
    CheckoutRequestID: "ws_CO_doctor",
  };
  const reply = await call({ op: "doctor", path, body, schema: z.object({ ResultCode: z.unknown() }) });
  const host = hostOf(settings.url);
  if (!reply.ok) return failureFinding("MPESA_URL", settings.url, undefined, reply.status);
  if ("errorCode" in reply.value && TOKEN_CODES.includes(reply.value.errorCode)) {
    return bad(
      `${host} gives a token and does not take it.`,
      "Ask Safaricom whether the app is approved for production.",
    );
  }
  return good(`${host} takes the key. It refused a made-up payment, as it should.`);
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
  if (!result.ok) return failureFinding("MPESA_NOTICE_PATH", env.origin, why, result.status);
  return good(`${hostOf(env.origin)} takes M-PESA's reports.`);
}
