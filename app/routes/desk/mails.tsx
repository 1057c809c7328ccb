import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { byReason } from "#app/desk/failed-mail.ts";
import { endFailedMail, listFailedMails, queueAllAgain } from "#app/desk/failed-mails.table.server.ts";
import { lateWords } from "#app/desk/trail.ts";
import { nowDate } from "#app/platform/clock.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { parseFields, rejectForm } from "#app/platform/http/form.server.ts";
import { statusOf } from "#app/platform/http/form-result.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { DeskHead } from "./ui/desk-head.tsx";
import { FailedMails, MAIL_FORM } from "./ui/failed-mails.tsx";

export const handle = { hydrate: "never" };

export const headers = privatePage;

export const meta = staticMeta({ title: "Failed mails", description: "Mails that could not be sent.", isHidden: true });

const PATH = "/desk/mails";
const MOST = 200;
const GONE = "This mail is not here any more.";

const schema = z.object({
  form: z.enum(["again", "let-go", "again-all"], { error: "Please press a button of the list" }),
  mail: z.uuid({ error: "Please press a button of the list" }).optional(),
});

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(request, context);
  const found = await listFailedMails(MOST + 1);
  if (!found.ok) return outagePage(context, { groups: null, hasMore: false, failure: found.message });
  const groups = byReason(found.value.slice(0, MOST));
  return data({ groups, hasMore: found.value.length > MOST, failure: "" });
}

/** Queues one failed mail or all of them again, or deletes one. */
export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context, "write");
  const submission = parseFields(await request.formData(), schema);
  const posted = { context, form: MAIL_FORM, submission };
  if (submission.status !== "success") return rejectForm({ ...posted, message: GONE });
  const { form, mail } = submission.value;
  if (form === "again-all") {
    const queued = await queueAllAgain(staff);
    if (!queued.ok) return rejectForm({ ...posted, message: queued.message, status: statusOf(queued) });
    const count = queued.value === 1 ? "One mail goes" : `${queued.value} mails go`;
    return redirectWithFlash(PATH, { about: MAIL_FORM, title: `${count} out again` });
  }
  if (mail === undefined) return rejectForm({ ...posted, message: GONE });
  const ended = await endFailedMail(staff, mail, form === "let-go");
  if (!ended.ok) return rejectForm({ ...posted, message: ended.message, status: statusOf(ended) });
  const { isDone, last } = ended.value;
  const did = last?.did ?? (form === "again" ? "mail-retried" : "mail-discarded");
  if (!isDone && !last?.isAgain) {
    const message = lateWords(last, did === "mail-retried" ? "sent it again" : "let it go", nowDate(), GONE);
    return rejectForm({ ...posted, message, status: 409 });
  }
  return redirectWithFlash(PATH, {
    about: MAIL_FORM,
    title: did === "mail-retried" ? "The mail goes out again" : "The mail is deleted",
  });
}

export default function MailsPage() {
  const { groups, hasMore, failure } = useLoaderData<typeof loader>();
  return (
    <div className="page sheet app flow">
      <DeskHead title="Failed mails" />
      {groups === null ? (
        <ReadFailure title={failure} retryHref={PATH} />
      ) : (
        <FailedMails groups={groups} hasMore={hasMore} />
      )}
    </div>
  );
}
