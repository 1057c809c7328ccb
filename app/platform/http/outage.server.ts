import { type AppLoadContext, data } from "@remix-run/node";
import { OUTAGE } from "./form-result.ts";
import { labelOf } from "./posted-labels.server.ts";

/** A field of a posted form, as the failure page gives it back. Without a label it is hidden. */
export type PostedField = { name: string; value: string; label?: string | undefined; isLong?: boolean };

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

/**
 * Keeps the fields of a posted form for `outage`, before anything that may fail reads its body. Passwords are left out: no page
 * shows one again. So is a file, which no page can give back.
 */
export async function keepPosted(request: Request, context: AppLoadContext | undefined): Promise<void> {
  if (request.method !== "POST" || request.bodyUsed || !context || context.posted) return;
  const form = await request
    .clone()
    .formData()
    .catch(() => undefined);
  context.posted = [...(form ?? [])].flatMap(([name, value]) =>
    typeof value !== "string" || /password/i.test(name) ? [] : [{ name, value, ...labelOf(name, value) }],
  );
}
