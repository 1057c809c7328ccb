import type { Submission } from "@conform-to/dom";
import { type ActionFunctionArgs, type AppLoadContext, redirect } from "@remix-run/node";
import { planChanges } from "#app/gateways/dns-jobs.server.ts";
import { refuse, statusOf, type Why } from "#app/http/form.server.ts";
import type { Plan } from "#app/model/dns/change.ts";
import type { DnsRecord } from "#app/model/dns/record.ts";
import { dnsPath, type OwnZone, requireZone } from "./own-zone.ts";
import { zoneNow } from "./zone-now.ts";

/** What an action gives: a form that comes back, or another page. */
export type Reply = ReturnType<typeof refuse> | Response;
/** Gives a form back with why nothing was done; without a reason, with the messages at its own fields. */
export type Refuse = (why?: Why) => Reply | Promise<Reply>;

/** A form that was posted: what it asks for, if its fields are right. */
type PostedForm<Asked> = { asked: Asked | undefined; refused: Refuse };

type ReadForm<Asked> = Pick<Parameters<typeof refuse>[0], "context" | "form" | "carry"> & {
  submission: Submission<unknown, string[], Asked>;
};

/** A form that comes back on its own page. */
export function postedForm<Asked>({ submission, ...form }: ReadForm<Asked>): PostedForm<Asked> {
  const refused = (why?: Why) => refuse({ ...form, submission, ...(why && { title: "Nothing was changed", ...why }) });
  return { asked: submission.status === "success" ? submission.value : undefined, refused };
}

/** What is wanted of the records that a zone has now: a plan; or a reply, where nothing is to be planned. */
type Planning = (records: DnsRecord[]) => Plan | Reply | Promise<Plan | Reply>;

type ZoneChange<Asked> = {
  /** Reads the form. Takes the domain's name. */
  form: (args: ActionFunctionArgs, domain: string) => Promise<PostedForm<Asked>>;
  plan: (asked: Asked, records: DnsRecord[], domain: string) => ReturnType<Planning>;
};

/**
 * How a form changes many records of a zone: whose the zone is; the form; then what `showPlan` does. What costs nothing comes
 * first, so a form that is refused by itself uses nothing up. Source: docs/product.md, "Changes of a zone".
 */
export async function changeZone<Asked>(args: ActionFunctionArgs, { form, plan }: ZoneChange<Asked>): Promise<Reply> {
  const owner = await requireZone(args);
  const { name } = owner.domain;
  const { asked, refused } = await form(args, name);
  if (asked === undefined) return refused();
  return showPlan(args.context, owner, { refused, plan: (records) => plan(asked, records, name) });
}

/**
 * The customer's allowance; what stands in the zone, whole; the plan; and the page where it is looked at. Nothing is changed
 * yet. Source: docs/product.md, "Changes of a zone".
 */
export async function showPlan(
  context: AppLoadContext,
  owner: OwnZone,
  { refused, plan }: { refused: Refuse; plan: Planning },
): Promise<Reply> {
  const now = await zoneNow(context, owner, ({ isComplete }) => isComplete);
  if (!now.ok) return refused(now.why);
  const planned = await plan(now.records);
  if (!("changes" in planned)) return planned;
  const kept = await planChanges(owner, planned);
  if (!kept.ok) return refused({ message: kept.message, status: statusOf(kept) });
  return redirect(dnsPath(owner.domain.name, `/history/${kept.value.job}`), 303);
}
