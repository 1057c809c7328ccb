import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { findThread } from "#app/contact/desk.table.server.ts";
import { deleteAnswer, listSavedAnswers, MOST_ANSWERS, saveAnswer } from "#app/contact/saved-answers.table.server.ts";
import { SAVED_ANSWER_LIMITS, savedAnswerSchema } from "#app/contact/thread-forms.server.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { parseFields, rejectForm } from "#app/platform/http/form.server.ts";
import { statusOf } from "#app/platform/http/form-result.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import { CsrfToken } from "#app/ui/forms/csrf-token.tsx";
import { Field, LongField } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { controlProps, inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { useFormKey, usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { DeskEmpty } from "./ui/desk-empty.tsx";
import { DeskHead } from "./ui/desk-head.tsx";
import { Writers } from "./ui/writers.tsx";

export const handle = { hydrate: "never" };

export const headers = privatePage;

export const meta = staticMeta({ title: "Saved answers", description: "Answers to use again.", isHidden: true });

const PATH = "/desk/messages/answers";
const deletionSchema = savedAnswerSchema.pick({ id: true, expectedVersion: true }).required({ id: true });

/**
 * Lists the saved answers. `edit` in the query is the id of the one in the form; `from` and `part` name an answer to a message
 * that fills the form.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(request, context);
  const found = await listSavedAnswers();
  if (!found.ok) throw outage(context);
  const { searchParams } = new URL(request.url);
  const edit = searchParams.get("edit");
  const edited = found.value.find(({ id }) => id === edit);
  if (z.uuid().safeParse(edit).success && !edited && !context?.isRefused) throw data(null, { status: 404 });
  return {
    answers: found.value.slice(0, MOST_ANSWERS),
    isWhole: found.value.length <= MOST_ANSWERS,
    edited: edited ?? null,
    given: edited ? null : await findAnswer(searchParams),
  };
}

/** Returns an answer that was sent, as the first words of a saved one; null if none is named or it cannot be read. */
async function findAnswer(params: URLSearchParams) {
  const from = z.uuid().safeParse(params.get("from"));
  const found = from.success ? await findThread(from.data) : undefined;
  const thread = found?.ok ? found.value : undefined;
  const part = thread?.parts.find(({ id, side }) => side === "us" && String(id) === params.get("part"));
  return thread && part ? { title: thread.subject.slice(0, SAVED_ANSWER_LIMITS.title), body: part.body } : null;
}

/** Adds, changes or deletes a saved answer. */
export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context, "write");
  const typed = await request.formData();
  if (typed.get("form") === "delete") {
    const submission = parseFields(typed, deletionSchema);
    const posted = { context, form: SAVED_ANSWER_FORM, submission };
    if (submission.status !== "success") return rejectForm({ ...posted, message: "This button is not known." });
    const { id, expectedVersion } = submission.value;
    const deleted = await deleteAnswer(staff, id, expectedVersion);
    if (!deleted.ok) return rejectForm({ ...posted, message: deleted.message, status: statusOf(deleted) });
    return redirectWithFlash(PATH, { about: "delete", title: "Deleted" });
  }
  const submission = parseFields(typed, savedAnswerSchema, SAVED_ANSWER_LIMITS);
  const posted = { context, form: SAVED_ANSWER_FORM, submission };
  if (submission.status !== "success") return rejectForm(posted);
  const { expectedVersion, ...answer } = submission.value;
  const saved = await saveAnswer(staff, answer, expectedVersion);
  if (saved.ok) return redirectWithFlash(PATH, { about: SAVED_ANSWER_FORM, title: "Saved" });
  const { message, code } = saved;
  if (code === "titled") return rejectForm({ ...posted, fieldErrors: { title: [message] } });
  return rejectForm({ ...posted, message, status: statusOf(saved) });
}

export default function SavedAnswersPage() {
  const { answers, isWhole, edited, given } = useLoaderData<typeof loader>();
  return (
    <div className="page sheet app flow">
      <DeskHead title="Saved answers">
        <a href="/desk/messages">All messages</a>
      </DeskHead>
      {!edited && answers.length === 0 && (
        <DeskEmpty title="No saved answers yet">
          <p>Save what you write often, here or below an answer that you sent. Each message then offers it.</p>
        </DeskEmpty>
      )}
      {!edited && answers.length > 0 && (
        <ul className="desk-list">
          {answers.map(({ id, title, body }) => (
            <li key={id}>
              <div>
                <a className="cover cut" dir="auto" href={`${PATH}?edit=${id}`}>
                  {title}
                </a>
                <span className="cut quiet" dir="auto">
                  {body}
                </span>
              </div>
            </li>
          ))}
        </ul>
      )}
      {!isWhole && <p>These are the first {MOST_ANSWERS} by their title. Delete some to see the others.</p>}
      <Writers instead={edited && <p className="stranger">{edited.body}</p>}>
        <section className="flow max-w-[44rem]" aria-labelledby="form-title">
          <h2 id="form-title">{edited ? "Change it" : "Add one"}</h2>
          <SavedAnswerForm edited={edited} given={given} />
          {edited && <DeleteAnswerForm id={edited.id} expectedVersion={edited.changedAt} />}
        </section>
      </Writers>
    </div>
  );
}

export const SAVED_ANSWER_FORM = "saved-answer";
const LABELS = { title: "Title", body: "Answer" };

type Answer = { title: string; body: string };
type Edited = Answer & { id: string; changedAt: string };

/** Adds a saved answer, or changes `edited`. `given`: what is in the form of a new one at first. */
export function SavedAnswerForm({ edited, given }: { edited: Edited | null; given: Answer | null }) {
  const { title: firstTitle, body: firstBody } = edited ?? given ?? { title: "", body: "" };
  const defaultValue = { title: firstTitle, body: firstBody };
  const page = usePageForm({ id: SAVED_ANSWER_FORM, formKey: useFormKey(SAVED_ANSWER_FORM), defaultValue });
  const { title, body } = page.fields;
  return (
    <page.Form {...page.formProps} action={edited ? `${PATH}?edit=${edited.id}` : PATH} className="form">
      <FormProblems
        page={page}
        fields={[
          { ...problemOf(title), label: LABELS.title },
          { ...problemOf(body), label: LABELS.body },
        ]}
      />
      {edited && (
        <>
          <input type="hidden" name="id" value={edited.id} />
          <input type="hidden" name="expectedVersion" value={edited.changedAt} />
        </>
      )}
      <Field {...inputProps(title)} required label={LABELS.title} hint="Only staff see it." dir="auto" />
      <LongField {...controlProps(body)} required label={LABELS.body} rows={8} dir="auto" />
      <Button>Save</Button>
    </page.Form>
  );
}

/** Deletes a saved answer, unless somebody has changed it since the page was rendered. */
export function DeleteAnswerForm({ id, expectedVersion }: { id: string; expectedVersion: string }) {
  return (
    <form method="post" action={`${PATH}?edit=${id}`}>
      <CsrfToken />
      <input type="hidden" name="form" value="delete" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="expectedVersion" value={expectedVersion} />
      <Button kind="bad">Delete</Button>
    </form>
  );
}
