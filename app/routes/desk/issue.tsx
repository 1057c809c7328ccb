import { type ActionFunctionArgs, type AppLoadContext, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { type IssueForm, issueFormSchema } from "#app/blog/article.ts";
import { findWrittenPost } from "#app/blog/desk.table.server.ts";
import { canSendIssues, sendTestIssue } from "#app/newsletter/issue-run.server.ts";
import { findIssue, startIssue, stopIssue } from "#app/newsletter/issues.table.server.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { outage } from "#app/platform/http/outage.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import { controlProps } from "#app/ui/forms/input-props.ts";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { answerArticle, NEW, storedArticle } from "./article.server.ts";
import { SaveBar } from "./ui/article-buttons.tsx";
import { ArticleForm, ArticleHead, MarkdownHelp } from "./ui/article-form.tsx";
import { DeskHead } from "./ui/desk-head.tsx";
import { Editor, MarkdownField, TitleField } from "./ui/editor.tsx";
import { IssueProgress, IssueSending } from "./ui/issue-sending.tsx";
import { ARTICLE_FORM, useArticle } from "./ui/use-article.ts";

export const handle = { hydrate: "never" };

export const headers = privatePage;

export const meta = staticMeta({ title: "Newsletter issue", description: "Write and send an issue.", isHidden: true });

const ALL = { href: "/desk/newsletter", label: "All issues" };
const LABELS = { title: "Subject", content: "Text", ready: "Ready" };

/**
 * Returns the issue with this id. The id "new" has an empty form or, if the URL has `?post=`, a form with a text made of that
 * post.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { email } = await requireStaff(request, context);
  const { id, issue } = await findOurs(params.id, context);
  const { hasMailServer, rate } = canSendIssues();
  const common = { email, hasMailServer, rate };
  // A new issue is saved while somebody writes, and this page then shows its mail.
  if (context) context.frames = ["'self'"];
  if (issue === undefined) {
    if (id !== NEW && context?.givenBack === undefined) throw data(null, { status: 404 });
    // The id of the row is in the form, so that a form that is sent twice writes one issue.
    const typed = { ...(await wordsOfPost(request)), slug: crypto.randomUUID() };
    return { ...common, path: "/desk/newsletter/new", isGone: id !== NEW, stored: null, issue: null, typed };
  }
  const path = `/desk/newsletter/${id}`;
  return {
    ...common,
    path,
    isGone: false,
    stored: storedArticle({ ...issue, published_at: null, was_public: true }, { slug: id, href: "" }),
    issue,
    typed: { title: issue.title, content: issue.content, slug: id },
  };
}

/** Saves the issue, and sends a test or the issue if asked to. Also stops an issue that is being sent, or continues it. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context, "write");
  const { id, issue } = await findOurs(params.id, context);
  const typed = await request.formData();
  const intent = String(typed.get("form"));
  if (issue && (intent === "stop" || intent === "continue")) {
    const isStop = intent === "stop";
    const changed = isStop ? await stopIssue(staff, id) : await startIssue(staff, id, null);
    if (!changed.ok) throw outage(context);
    const title = isStop ? "Stopped" : "It goes on";
    return redirectWithFlash(`/desk/newsletter/${id}`, { about: ARTICLE_FORM, title });
  }
  const row = issue && { id: issue.id, published_at: null };
  const page = { table: "newsletter_issues", noun: "issue", schema: issueFormSchema, row, problemsOf } as const;
  const columnsOf = ({ title, content }: IssueForm, slug: string) => ({
    ...(row ? {} : { id: z.uuid().safeParse(slug).data ?? crypto.randomUUID() }),
    title,
    content,
  });
  const afterSaving = (saved: string, words: IssueForm, how: string) => sendSaved({ id: saved, words, how, staff });
  return answerArticle({ ...page, columnsOf, previewOf: () => null, afterSaving }, { typed, staff, context });
}

/** Returns the issue with this id. Throws a 404 if a worker keeps the list of subscribers. */
async function findOurs(id = NEW, context: AppLoadContext | undefined) {
  if (!canSendIssues().isOurList) throw data(null, { status: 404 });
  const found = await findIssue(id);
  if (!found.ok) throw outage(context);
  return { id, issue: found.value };
}

/** Returns a first text made of the post that the URL names. */
async function wordsOfPost(request: Request) {
  const found = await findWrittenPost(new URL(request.url).searchParams.get("post") ?? "");
  const post = found.ok ? found.value : undefined;
  if (!post) return { title: "", content: "" };
  const parts = [post.excerpt ?? "", post.content.trim(), `[Read it on our site](/blog/${post.slug})`];
  return { title: post.title, content: parts.filter(Boolean).join("\n\n") };
}

function problemsOf({ content, ready }: IssueForm, purpose: string): Record<string, string[]> {
  const isGoingOut = purpose === "test" || purpose === "send";
  return {
    ...(isGoingOut && content === "" && { content: ["Please write a text first"] }),
    ...(purpose === "send" && ready === "" && { ready: ["Please read the test mail, then tick the box"] }),
  };
}

type Saved = { id: string; words: IssueForm; how: string; staff: Staff };

/** Sends what was just saved: as a test to the member of staff, or to all. */
async function sendSaved({ id, words, how, staff }: Saved): Promise<Result<{ title: string }> | undefined> {
  if (how !== "test" && how !== "send") return undefined;
  if (!canSendIssues().hasMailServer) return failure(400, "The settings name no mail server. Your text is saved.");
  const found = await findIssue(id);
  if (!found.ok) return found;
  const issue = found.value;
  if (issue?.title !== words.title || issue.content !== words.content) {
    return failure(409, "Somebody changed this meanwhile. Nothing was sent.");
  }
  if (how === "test") {
    const sent = await sendTestIssue(issue, staff, issue.updated_at);
    return sent.ok ? success({ title: `The test is on its way to ${staff.email}` }) : sent;
  }
  // The form was sent twice. An issue that was stopped in between stays stopped.
  if (issue.state !== "draft") return success({ title: "It goes out already" });
  const started = await startIssue(staff, id, issue.updated_at);
  if (started.ok && started.value.state !== "saved") return failure(409, "Somebody changed this. Nothing was sent.");
  return started.ok ? success({ title: "It goes out now" }) : started;
}

export default function IssuePage() {
  const { path, isGone, stored, issue, typed, ...common } = useLoaderData<typeof loader>();
  const { page, isChanged } = useArticle({ ...typed, ready: "" }, stored);
  const { title, content, slug } = page.fields;
  const isDraft = issue === null || issue.state === "draft";
  const theirs = isChanged ? `${typed.title}\n\n${typed.content}` : undefined;
  return (
    <div className="page sheet app flow">
      {isDraft ? (
        <ArticleHead noun="issue" all={ALL} start="Write an issue" stored={stored} isGone={isGone} />
      ) : (
        <DeskHead title={issue.title}>
          <a href={ALL.href}>{ALL.label}</a>
        </DeskHead>
      )}
      {isDraft ? (
        <Editor
          formId={page.formProps.id}
          isPreviewFirst={false}
          isSavedOnly
          write={
            <ArticleForm
              noun="issue"
              action={path}
              labels={LABELS}
              {...{ stored, page, theirs }}
              sending={issue && <IssueSending subscribers={issue.left_to_go} page={page} {...common} />}
            >
              <input type="hidden" name="slug" value={String(slug.initialValue ?? "")} />
              <TitleField {...controlProps(title)} label={LABELS.title} />
              <MarkdownField {...controlProps(content)} label={LABELS.content} rows={18} />
              <MarkdownHelp />
            </ArticleForm>
          }
          preview={issue && <SavedMail path={path} />}
          bar={<SaveBar stored={stored} page={page} canPublish={false} />}
        />
      ) : (
        <>
          <IssueProgress issue={issue} path={path} rate={common.rate} />
          <SavedMail path={path} />
        </>
      )}
    </div>
  );
}

/** The mail of an issue, in a frame that runs no scripts. */
function SavedMail({ path }: { path: string }) {
  return (
    <section className="flow" id="preview" aria-label="Preview">
      <p>
        <b>The mail as it is saved.</b>{" "}
        <a href={`${path}/mail`} target="_blank" rel="noopener" className="inline-flex min-h-touch items-center">
          Open it by itself
        </a>
      </p>
      <iframe title="The mail" src={`${path}/mail`} className="h-[36rem] w-full border border-solid border-line" />
    </section>
  );
}
