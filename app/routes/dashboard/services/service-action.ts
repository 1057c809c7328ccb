import { type ActionFunctionArgs, data } from "@remix-run/node";
import { z } from "zod";
import { mailSite } from "#app/mail/mail-site.server.ts";
import { serviceOffers } from "#app/orders/service-offers.ts";
import { consume } from "#app/platform/abuse/limits.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { parseFields, rejectForm } from "#app/platform/http/form.server.ts";
import { statusOf } from "#app/platform/http/form-result.ts";
import type { Result } from "#app/platform/result.ts";
import { isMailbox } from "#app/platform/text/one-line.ts";
import { waitInWords } from "#app/platform/text/words.ts";
import { SESSION_APPS } from "#app/services/hosting-account.ts";
import { readOwnAccount } from "#app/services/own-account.server.ts";
import { serviceMail } from "#app/services/service-mail.ts";
import { serviceName } from "#app/services/service-order.ts";
import { unsealServicePassword } from "#app/services/service-secret.server.ts";
import { dayWords } from "#app/services/service-state.ts";
import {
  endOwnService,
  planOwnService,
  setServiceProblem,
  showServiceSecret,
} from "#app/services/services.table.server.ts";
import { hostingProvider } from "#app/services/whm.api.server.ts";
import { orderForService } from "./order-for-service.ts";
import { backToService, type OwnService, requireOwnService } from "./own-service.ts";

type Posted = { own: OwnService; typed: FormData; form: string };

const ACTS: Record<string, (posted: Posted) => Promise<unknown>> = {
  renew: orderForService,
  upgrade: orderForService,
  seats: orderForService,
  smaller: changeNextYear,
  fewer: changeNextYear,
  same: changeNextYear,
  end: endOrKeep,
  keep: endOrKeep,
  secret: showSecret,
  open: openPanel,
};

/** The forms of the page of a service, named by their hidden field. A form that is sent twice takes effect once. */
export async function serviceAction(args: ActionFunctionArgs) {
  const own = await requireOwnService(args);
  const typed = await args.request.formData();
  const form = String(typed.get("form"));
  const act = Object.hasOwn(ACTS, form) ? ACTS[form] : undefined;
  if (act === undefined) throw data(null, { status: 400 });
  return act({ own, typed, form });
}

const PAYING =
  "Money for it was paid or reported, or we have begun. Wait until that is done, or write to us. Nothing was changed.";
const LATE = "It does not allow this any more. This page says how it is. Nothing was changed.";
const nothing = z.object({});

/** Returns the response to a change that the database did not make; undefined if it did, or had made it before. */
function rejectUnlessDone(
  posted: Parameters<typeof rejectForm>[0],
  done: Result<"done" | "same" | "paying" | "late" | null>,
) {
  if (!done.ok) return rejectForm({ ...posted, message: done.message, status: statusOf(done) });
  if (done.value === "paying") return rejectForm({ ...posted, message: PAYING, status: 409 });
  if (done.value === "late" || done.value === null) return rejectForm({ ...posted, message: LATE, status: 409 });
}

/** Ends a service with its last paid day, or keeps it after all. */
async function endOrKeep({ own, typed, form }: Posted) {
  const { account, service, context } = own;
  const ends = form === "end";
  const now = nowDate();
  const recipient = { to: account.email, name: account.name, now, site: mailSite() };
  const mail = () => serviceMail({ ...service, willEnd: ends }, { kind: ends ? "ends" : "stays" }, recipient);
  const done = await endOwnService(account.id, service.id, ends, isMailbox(account.email) ? [mail()] : []);
  const refused = rejectUnlessDone({ context, form, submission: parseFields(typed, nothing) }, done);
  if (refused) return refused;
  const day = service.endsOn === null ? "" : dayWords(service.endsOn);
  return ends
    ? backToService(own, form, `It ends on ${day}`, "Until then you can still keep it.")
    : backToService(own, form, "You keep it", `Its last day is ${day}.`);
}

const NO_PLAN = "Choose one of the plans.";

/** Stores a smaller plan or fewer mailboxes from the next year on, or takes that back. */
async function changeNextYear({ own, typed, form }: Posted) {
  const { account, service, context } = own;
  const { smaller, fewer } = serviceOffers(service, [], nowDate());
  const plans = smaller?.choices.map(({ value }) => value) ?? [];
  const most = fewer?.most ?? 0;
  const schema = z.object({
    plan: z
      .string()
      .default("")
      .refine((plan) => form !== "smaller" || !smaller || plans.includes(plan), { error: NO_PLAN }),
    fewerSeats: z
      .string()
      .trim()
      .default("")
      .refine(
        (seats) =>
          form !== "fewer" || !fewer || (/^\d{1,3}$/.test(seats) && Number(seats) >= 1 && Number(seats) <= most),
        {
          error: `Type a number from 1 to ${most}.`,
        },
      ),
  });
  const submission = parseFields(typed, schema);
  const posted = { context, form, submission };
  // What the form chose before may have been stored, by the same form.
  const isStored = service.nextPlan !== null || service.nextSeats !== null;
  const isOffered = form === "smaller" ? plans.length > 0 : form === "fewer" ? most > 0 : true;
  if (!isStored && !isOffered) {
    return rejectForm({ ...posted, message: LATE, status: 409 });
  }
  if (!isStored && submission.status !== "success") return rejectForm(posted);
  const plan = form === "smaller" ? String(typed.get("plan")) : null;
  const seats = form === "fewer" ? Number(typed.get("fewerSeats")) : null;
  if (isStored && form !== "same" && (plan !== service.nextPlan || seats !== service.nextSeats)) {
    return rejectForm({ ...posted, message: LATE, status: 409 });
  }
  const refused = rejectUnlessDone(posted, await planOwnService(account.id, service.id, { plan, seats }));
  if (refused) return refused;
  if (form === "same") return backToService(own, form, "The plan stays as it is");
  const next = serviceName(service.kind, { plan: plan ?? service.plan, seats: seats ?? service.seats });
  return backToService(
    own,
    form,
    `From the next year: ${next}`,
    "Until then nothing changes. You can take it back until the next year is paid.",
  );
}

const GONE =
  "It is not here any more: we delete it ten minutes after you first see it, or after 14 days. Set a new one in the panel, or ask us.";

/** Shows the first password, also again for some minutes. The response is not stored anywhere. */
async function showSecret({ own, typed, form }: Posted) {
  const posted = { context: own.context, form, submission: parseFields(typed, nothing) };
  const shown = await showServiceSecret(own.account.id, own.service.id);
  if (!shown.ok) return rejectForm({ ...posted, message: shown.message, status: statusOf(shown) });
  const secret = shown.value === null ? undefined : unsealServicePassword(shown.value);
  return secret === undefined ? rejectForm({ ...posted, message: GONE, status: 409 }) : data({ secret });
}

const NOT_ITS_ACCOUNT = "We have to look at this account before it opens. You need do nothing.";
const SILENT = "cPanel does not answer. Please try again in a minute.";

/** Opens cPanel: returns a page that leads to a session there. A redirect to another site is forbidden to our forms (CSP). */
async function openPanel({ own, typed, form }: Posted) {
  const { account, service, context } = own;
  const submission = parseFields(typed, z.object({ app: z.enum(SESSION_APPS).catch("home") }));
  const posted = { context, form, submission };
  const { username, host } = service.access;
  const server = hostingProvider();
  if (!server || service.provider !== "whm" || service.state !== "active" || username === undefined) {
    return rejectForm({ ...posted, message: LATE, status: 409 });
  }
  const limit = await consume("panelsOfUser", account.id);
  if (!limit.ok) {
    const { retryAfterSeconds } = limit;
    const message = `You opened it many times. Please wait ${waitInWords(retryAfterSeconds)}.`;
    return rejectForm({ ...posted, message, status: 429, retryAfterSeconds });
  }
  const app = submission.status === "success" ? submission.value.app : "home";
  const found = await readOwnAccount(server, service, username);
  if (!found.ok && found.problem === "foreign") {
    await setServiceProblem(service.id, found.reason);
    return rejectForm({ ...posted, message: NOT_ITS_ACCOUNT, status: 409 });
  }
  const opened = found.ok ? await server.openSession({ username, host, app }) : found;
  if (!opened.ok) return rejectForm({ ...posted, message: SILENT, status: 503 });
  return data({ opened: opened.value }, { headers: { Refresh: `0; url=${opened.value}` } });
}
