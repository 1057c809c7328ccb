import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CONTACT_LIMITS } from "#app/contact/contact.server.ts";
import { openThreadLink, replyToThread, THREAD_GONE } from "#app/contact/reply.server.ts";
import { threadReplySchema } from "#app/contact/thread-forms.server.ts";
import { findPublicThread, type PublicThread } from "#app/contact/threads.table.server.ts";
import { checkFormProofs } from "#app/platform/abuse/form-proofs.server.ts";
import { unstoredPage } from "#app/platform/http/cache-headers.server.ts";
import { redirectDocumentWithFlash } from "#app/platform/http/flash.server.ts";
import { readForm, rejectForm } from "#app/platform/http/form.server.ts";
import { statusOf } from "#app/platform/http/form-result.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import { type Result, success } from "#app/platform/result.ts";
import { nairobiTime } from "#app/platform/text/nairobi-day.ts";
import { ChallengeFields } from "#app/ui/forms/challenge-fields.tsx";
import { LongField } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { controlProps, problemOf } from "#app/ui/forms/input-props.ts";
import { useFormKey, usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { useRootData } from "#app/ui/shell/use-root-data.ts";

export const handle = { hydrate: "never" };

/** Only the receiver of the mail may read it. */
export const headers = unstoredPage;

export const meta = staticMeta({
  title: "Your messages",
  description: "What you wrote to us, and our answers.",
  isHidden: true,
});

const FORM = "thread";

/** The thread of a mailed link. A link that has expired, or whose thread was deleted, leads to the contact form. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const found = await threadOf(params.token);
  // A rejected form keeps what was typed, also without its thread.
  if (!found.ok && context?.isRefused) return { token: params.token ?? "", thread: null };
  if (!found.ok && found.status === 404) throw await toContact();
  if (!found.ok) throw outage(context);
  const { id: _id, name: _name, email: _email, domain: _domain, ...thread } = found.value;
  const parts = thread.parts.map(({ at, ...part }) => ({ ...part, when: nairobiTime(new Date(at)) }));
  return { token: params.token ?? "", thread: { ...thread, parts } };
}

/** Adds what the visitor wrote to the thread, with the proofs and limits of the contact form. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const submission = await readForm(request, threadReplySchema, { message: CONTACT_LIMITS.message });
  const posted = { context, form: FORM, submission };
  const found = await threadOf(params.token);
  if (!found.ok) return rejectForm({ ...posted, message: found.message, status: found.status });
  if (submission.status !== "success") return rejectForm(posted);
  const challenge = await checkFormProofs(submission, FORM);
  if (challenge) return rejectForm({ ...posted, challenge });

  const { id, ...thread } = found.value;
  const sent = await replyToThread({ id, thread, ...submission.value, ipAddress: context?.address });
  if (!sent.ok) {
    const { message, retryAfterSeconds } = sent;
    return rejectForm({ ...posted, message, status: statusOf(sent), retryAfterSeconds });
  }
  return redirectDocumentWithFlash(`/thread/${params.token}`, {
    about: FORM,
    title: "We have your message",
    text: "We answer by e-mail.",
  });
}

async function threadOf(token: string | undefined): Promise<Result<PublicThread & { id: string }>> {
  const id = openThreadLink(token);
  if (id === undefined) return THREAD_GONE;
  const found = await findPublicThread(id);
  if (!found.ok) return found;
  return found.value ? success({ id, ...found.value }) : THREAD_GONE;
}

function toContact() {
  return redirectDocumentWithFlash("/contact", {
    about: "thread-gone",
    title: "This conversation is over",
    text: "We delete messages after a year, and links stop working after 180 days. Please write to us here.",
    isUnsure: true,
  });
}

export default function ThreadPage() {
  const { token, thread } = useLoaderData<typeof loader>();
  const brand = useRootData()?.brand.name;
  return (
    <div className="page section">
      <div className="flow max-w-[40rem]">
        <h1 dir="auto" className="wrap-anywhere">
          {thread?.subject ?? "Your messages"}
        </h1>
        {thread && (
          <ol className="ruled">
            {thread.parts.map(({ isOurs, body, when }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: nothing is ever put between two parts
              <li key={at}>
                <p className="quiet">
                  <b>{isOurs ? brand : "You"}</b>, {when}
                </p>
                <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
                  {body}
                </p>
              </li>
            ))}
          </ol>
        )}
        <ThreadReplyForm token={token} partCount={thread?.parts.length ?? 0} />
      </div>
    </div>
  );
}

const LABEL = "Write back";

/** The form below a thread. `partCount`: how many parts its page shows. */
export function ThreadReplyForm({ token, partCount }: { token: string; partCount: number }) {
  const page = usePageForm({ id: FORM, formKey: useFormKey(FORM), defaultValue: { message: "" } });
  const { message } = page.fields;
  return (
    <page.Form {...page.formProps} action={`/thread/${token}`} className="form">
      <FormProblems page={page} fields={[{ ...problemOf(message), label: LABEL }]}>
        <Link to="/contact">Contact us</Link>
      </FormProblems>
      <input type="hidden" name="partCount" value={partCount} />
      <LongField {...controlProps(message)} required label={LABEL} rows={6} dir="auto" />
      <ChallengeFields form={FORM} challenge={page.challenge} />
      <Button>Send</Button>
    </page.Form>
  );
}
