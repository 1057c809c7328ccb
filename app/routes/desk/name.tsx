import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { LONGEST_REASON } from "#app/desk/form-fields.ts";
import { findDeskMove } from "#app/moves/moves.table.server.ts";
import { changeName, findDeskName, listDeskNames } from "#app/orders/desk-names.table.server.ts";
import { asciiPart, NAME_PARTS, nameListPath, nameSchema, readNameFilter } from "#app/orders/name-forms.ts";
import { nameList, nameView } from "#app/orders/name-view.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { parseFields, rejectForm } from "#app/platform/http/form.server.ts";
import { statusOf } from "#app/platform/http/form-result.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { gone } from "./id-of.ts";
import { startMoveAction, stopMoveAction } from "./name-move-action.ts";
import { NameList } from "./ui/name-list.tsx";
import { MOVE_FORM, STOP_FORM } from "./ui/name-move-form.tsx";
import { NamePane, NameSide } from "./ui/name-pane.tsx";
import { Panes } from "./ui/panes.tsx";

export const handle = { hydrate: "never" };

export const headers = privatePage;

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  pageMeta(matches, { title: data?.view.display ?? "Name", description: "A customer’s name.", isHidden: true });

/** Returns a name with its forms and its log, and the list beside it. Source: docs/product/desk.md, "Names at the desk". */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireStaff(request, context);
  const filter = readNameFilter(new URL(request.url).searchParams);
  const now = nowDate();
  const [name, found] = await Promise.all([requireName(params.name, context), listDeskNames(filter)]);
  const move = await findDeskMove(name.id);
  if (!move.ok) throw outage(context);
  const list = found.ok ? nameList(found.value, filter, now) : null;
  return { view: nameView(name, now), move: move.value, filter, list, failure: found.ok ? "" : found.message };
}

/** Changes one part of the name. Of two members of staff who change it at once, the second gets 409. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context, "write");
  const domain = await requireName(params.name, context);
  const typed = await request.formData();
  if (typed.get("form") === MOVE_FORM) return startMoveAction({ staff, domain, context }, typed);
  if (typed.get("form") === STOP_FORM) return stopMoveAction({ staff, domain, context }, typed);
  const part = NAME_PARTS.find((one) => one === typed.get("form"));
  if (part === undefined) throw data(null, { status: 400 });
  const submission = parseFields(typed, nameSchema(part, nowDate()), { reason: LONGEST_REASON });
  const posted = { context, form: part, submission };
  if (submission.status !== "success") return rejectForm(posted);
  const changed = await changeName(staff, domain, { part, ...submission.value });
  if (!changed.ok) return rejectForm({ ...posted, message: changed.message, status: statusOf(changed) });
  return redirectWithFlash(`/desk/names/${domain.name}`, { about: part, title: "Saved" });
}

async function requireName(name = "", context: AppLoadContext | undefined) {
  const ascii = asciiPart(name);
  const found = /^[a-z0-9.-]{1,253}$/.test(ascii) ? await findDeskName(ascii) : undefined;
  if (found?.ok === false) throw outage(context);
  if (!found?.value) throw gone(context);
  return found.value;
}

export default function DeskNamePage() {
  const { view, move, filter, list, failure } = useLoaderData<typeof loader>();
  return (
    <Panes
      shows="item"
      back={{ href: nameListPath(filter), label: "All names" }}
      list={<NameList filter={filter} list={list} failure={failure} current={view.id} />}
      item={<NamePane view={view} move={move} headingAs="h1" />}
      side={<NameSide view={view} />}
    />
  );
}
