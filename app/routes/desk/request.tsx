import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { unstoredPage } from "#app/platform/http/cache-headers.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { parseFields, rejectForm } from "#app/platform/http/form.server.ts";
import { statusOf } from "#app/platform/http/form-result.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import { changeRequest, type RequestAct } from "#app/requests/carry-out.server.ts";
import { findDeskRequest, listDeskRequests } from "#app/requests/desk.table.server.ts";
import { codeSchema, MAX_WORDS, readRequestFilter, refuseSchema, requestListPath } from "#app/requests/desk-forms.ts";
import { requestConflict, requestList, requestView } from "#app/requests/desk-view.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { gone } from "./id-of.ts";
import { Panes } from "./ui/panes.tsx";
import { RequestList } from "./ui/request-list.tsx";
import { RequestPane } from "./ui/request-pane.tsx";

export const handle = { hydrate: "never" };

/** A refused form may have a transfer code in it: no cache keeps the page. */
export const headers = unstoredPage;

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  pageMeta(matches, {
    title: data?.view.title ?? "Request",
    description: "What a customer asks about a name.",
    isHidden: true,
  });

/** Returns a request with its forms and its log, and the list beside it. Source: docs/product/desk.md, "Requests at the desk". */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context);
  const filter = readRequestFilter(new URL(request.url).searchParams);
  const now = nowDate();
  const [one, found] = await Promise.all([requireRequest(params.id, context), listDeskRequests(filter)]);
  const list = found.ok ? requestList(found.value, filter, now) : null;
  return { view: requestView(one, staff.id, now), filter, list, failure: found.ok ? "" : found.message };
}

const SAVED: Record<RequestAct["form"], string> = {
  take: "You have this request now",
  "give-back": "This request is back in the list",
  done: "Marked as done",
  replace: "The customer gets the new code",
  refuse: "Refused",
};

/** Of two members of staff who send a form at once, one succeeds and the other gets 409, which says who was first and when. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context, "write");
  const one = await requireRequest(params.id, context);
  const typed = await request.formData();
  const form = z.enum(["take", "give-back", "done", "replace", "refuse"]).safeParse(typed.get("form")).data;
  if (form === undefined) throw data(null, { status: 400 });
  const hasCode = one.kind === "code" && (form === "done" || form === "replace");
  const schema = form === "refuse" ? refuseSchema : hasCode ? codeSchema : z.object({});
  const submission = parseFields<z.ZodType<object>>(typed, schema, { words: MAX_WORDS });
  const posted = { context, form, submission, hideFields: ["code"] };
  if (submission.status !== "success") return rejectForm(posted);
  const changed = await changeRequest(staff, one, { form, ...submission.value } as RequestAct);
  if (!changed.ok) return rejectForm({ ...posted, message: changed.message, status: statusOf(changed) });
  if (changed.value === null) throw gone(context);
  if ("state" in changed.value) {
    return rejectForm({ ...posted, message: requestConflict(changed.value, nowDate()), status: 409 });
  }
  return redirectWithFlash(`/desk/requests/${one.id}`, { about: form, title: SAVED[form] });
}

async function requireRequest(id = "", context: AppLoadContext | undefined) {
  const found = z.uuid().safeParse(id).success ? await findDeskRequest(id) : undefined;
  if (found?.ok === false) throw outage(context);
  if (!found?.value) throw gone(context);
  return found.value;
}

export default function DeskRequestPage() {
  const { view, filter, list, failure } = useLoaderData<typeof loader>();
  return (
    <Panes
      shows="item"
      back={{ href: requestListPath(filter), label: "All requests" }}
      list={<RequestList filter={filter} list={list} failure={failure} current={view.id} />}
      item={<RequestPane view={view} headingAs="h1" />}
      side={null}
    />
  );
}
