import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { typedSchema } from "#app/desk/person-forms.ts";
import { STAGES } from "#app/desk/school-stages.ts";
import { lateWords } from "#app/desk/trail.ts";
import { nowDate } from "#app/platform/clock.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { parseFields, rejectForm } from "#app/platform/http/form.server.ts";
import { statusOf } from "#app/platform/http/form-result.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import { dayNumber, nairobiDay, nairobiTime } from "#app/platform/text/nairobi-day.ts";
import { INTERESTS } from "#app/schools/choices.ts";
import { eraseSchool, findSchool, saveSchool } from "#app/schools/desk.table.server.ts";
import { LONGEST_NOTE, type SchoolLead, schoolForm, schoolState } from "#app/schools/desk-school.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { gone, idOf } from "./id-of.ts";
import { MailLink } from "./ui/failed-mails.tsx";
import { ERASE_FORM, EraseForm, SCHOOL_FORM, SchoolForm } from "./ui/school-forms.tsx";
import { Trail } from "./ui/trail.tsx";
import { Writers } from "./ui/writers.tsx";

export const handle = { hydrate: "never" };

export const headers = privatePage;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.school.school ?? "School", description: "A school and our talks.", isHidden: true });

const GONE = "This school is not here any more.";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireStaff(request, context);
  const found = await findSchool(idOf(params.id));
  if (!found.ok) throw outage(context);
  if (found.value === null) throw gone(context);
  const { nextOn } = found.value.school;
  return { ...found.value, isLate: nextOn !== null && nextOn < nairobiDay(nowDate()).iso };
}

/** Changes the school or erases it. A note beside a change is saved with it or not at all. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context, "write");
  const id = idOf(params.id);
  const typed = await request.formData();
  if (typed.get("form") === ERASE_FORM) return erase({ staff, id, typed, context });
  const submission = parseFields(typed, schoolForm(dayNumber(nowDate())), { note: LONGEST_NOTE });
  const posted = { context, form: SCHOOL_FORM, submission };
  if (submission.status !== "success") return rejectForm(posted);
  const saved = await saveSchool(staff, id, submission.value);
  if (!saved.ok) return rejectForm({ ...posted, message: saved.message, status: statusOf(saved) });
  // A deleted school has no page, so the list shows this message.
  if (!saved.value) return redirectWithFlash("/desk/schools", { about: SCHOOL_FORM, title: GONE, isUnsure: true });
  return redirectWithFlash(`/desk/schools/${id}`, { about: SCHOOL_FORM, title: "Saved" });
}

type Erasing = { staff: Staff; id: string; typed: FormData; context: ActionFunctionArgs["context"] };

async function erase({ staff, id, typed, context }: Erasing) {
  const submission = parseFields(typed, typedSchema("Please type the name of the school"));
  const posted = { context, form: ERASE_FORM, submission };
  if (submission.status !== "success") return rejectForm(posted);
  const erased = await eraseSchool(staff, id, submission.value.typed);
  if (!erased.ok) return rejectForm({ ...posted, message: erased.message, status: statusOf(erased) });
  const { outcome, last } = erased.value;
  if (outcome === "wrong-name")
    return rejectForm({ ...posted, fieldErrors: { typed: ["This is not the name of the school"] } });
  const title =
    outcome === "erased" || last?.isAgain
      ? "The school is erased"
      : lateWords(last, "erased this school", nowDate(), GONE);
  return redirectWithFlash("/desk/schools", { about: ERASE_FORM, title });
}

export default function SchoolPage() {
  const { school: row, trail, isLate } = useLoaderData<typeof loader>();
  const { id, school, stage, nextOn } = row;
  const stageLabel = STAGES.find(({ value }) => value === stage)?.label;
  return (
    <div className="page sheet app">
      <h1 className="wrap-anywhere" dir="auto">
        {school}
      </h1>
      <div className="grid grid-cols-1 gap-x-12 gap-y-6 pt-4 lg:grid-cols-2">
        <div className="flow">
          <Facts school={row} />
          <Writers instead={<p>{`${stageLabel}. ${nextOn === null ? "No next date" : `Next date: ${nextOn}`}.`}</p>}>
            <SchoolForm id={id} stage={stage} nextOn={nextOn} expectedState={schoolState(row)} isLate={isLate} />
          </Writers>
        </div>
        <div className="flow">
          <Trail of="this school" lines={trail} />
          <Writers>
            <EraseForm id={id} />
          </Writers>
        </div>
      </div>
    </div>
  );
}

function Facts({ school }: { school: SchoolLead }) {
  const { name, role, phone, phoneE164, email, studentCount, interest, wantsNews, createdAt } = school;
  const wanted = INTERESTS.find(({ value }) => value === interest && value !== "")?.label;
  return (
    <dl className="facts">
      <dt>Phone</dt>
      <dd>
        {phoneE164 === null ? (
          <span dir="auto">{phone}</span>
        ) : (
          <a className="tap-link" href={`tel:${phoneE164}`}>
            {phone}
          </a>
        )}
      </dd>
      <dt>Name</dt>
      <dd dir="auto">{name}</dd>
      <dt>Role</dt>
      <dd>{role}</dd>
      <dt>E-mail</dt>
      <dd>
        <MailLink email={email} />
      </dd>
      <dt>Students</dt>
      <dd>{studentCount || "not said"}</dd>
      <dt>Needs</dt>
      <dd>{wanted ?? "not said"}</dd>
      <dt>News</dt>
      <dd>{wantsNews ? "yes" : "no"}</dd>
      <dt>Asked</dt>
      <dd>
        <time dateTime={createdAt}>{nairobiTime(new Date(createdAt))}</time>
      </dd>
    </dl>
  );
}
