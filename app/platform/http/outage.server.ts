import { type AppLoadContext, data } from "@remix-run/node";
import { OUTAGE } from "./form-result.ts";

/** Returns a page that could not read some of its data: 503, with the reference of its log lines. */
export function outagePage<Shown extends object>(
  context: AppLoadContext | undefined,
  shown: Shown,
  headers?: HeadersInit,
) {
  return data({ ...shown, reference: context?.requestId }, { status: OUTAGE, ...(headers && { headers }) });
}

/** Returns a page to throw because its data could not be read: 503, with the reference of its log lines and the form that was posted. */
export function outage(context: AppLoadContext | undefined) {
  return data({ reference: context?.requestId, posted: context?.posted }, { status: OUTAGE });
}
