import { type AppLoadContext, data } from "@remix-run/node";
import { OUTAGE } from "#app/model/form-result.ts";

/** A page of which something could not be read: 503, and with what it shows the reference of its lines in the log. */
export function outage<Shown extends object>(context: AppLoadContext | undefined, shown: Shown, headers?: HeadersInit) {
  return data({ ...shown, reference: context?.requestId }, { status: OUTAGE, ...(headers && { headers }) });
}
