import type { Submission } from "@conform-to/dom";
import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { refuse } from "#app/http/form.server.ts";
import type { Plan } from "#app/model/dns/change.ts";
import type { DnsRecord } from "#app/model/dns/record.ts";
import type { FormErrors } from "#app/model/form-result.ts";
import { type Planned, planZone } from "#app/use-cases/dns/plan-zone.server.ts";
import { dnsPath, requireZone } from "./own-zone.ts";

/** What an action gives: a form that comes back, or another page. */
export type Reply = ReturnType<typeof refuse> | Response;
/** Gives a form back with why nothing was done; without a reason, with the messages at its own fields. */
export type Refuse = (why?: FormErrors) => Reply | Promise<Reply>;

/** A form that was posted: what it asks for, if its fields are right. */
type PostedForm<Asked> = { asked: Asked | undefined; refused: Refuse };

type ReadForm<Asked> = Pick<Parameters<typeof refuse>[0], "context" | "form" | "carry"> & {
  submission: Submission<unknown, string[], Asked>;
};

/** A form that comes back on its own page. */
export function postedForm<Asked>({ submission, ...form }: ReadForm<Asked>): PostedForm<Asked> {
  const refused = (why?: FormErrors) =>
    refuse({ ...form, submission, ...(why && { title: "Nothing was changed", ...why }) });
  return { asked: submission.status === "success" ? submission.value : undefined, refused };
}

type ZoneChange<Asked> = {
  /** Reads the form. Takes the domain's name. */
  form: (args: ActionFunctionArgs, domain: string) => Promise<PostedForm<Asked>>;
  /** What is wanted of the records that the zone has now; why that cannot be, or a reply, where nothing is to be planned. */
  plan: (asked: Asked, records: DnsRecord[], domain: string) => Plan | Planned | Promise<Response>;
};

/**
 * How a form changes many records of a zone: whose the zone is; the form; then what `planZone` does. What costs nothing comes
 * first, so a form that is refused by itself uses nothing up. Source: docs/product.md, "Changes of a zone".
 */
export async function changeZone<Asked>(args: ActionFunctionArgs, { form, plan }: ZoneChange<Asked>): Promise<Reply> {
  const owner = await requireZone(args);
  const { name } = owner.domain;
  const { asked, refused } = await form(args, name);
  if (asked === undefined) return refused();
  const planned = await planZone<Planned | Response>(owner, (records) => plan(asked, records, name));
  return "kind" in planned ? showPlan(name, planned, refused) : planned;
}

/** Leads to the page where a plan is looked at, or gives the form back. */
export function showPlan(domain: string, planned: Planned, refused: Refuse) {
  if (planned.kind === "refused") return refused(planned.why);
  return redirect(dnsPath(domain, `/history/${planned.job}`), 303);
}
