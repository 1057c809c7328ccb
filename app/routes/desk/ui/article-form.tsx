import type { ReactNode } from "react";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { CsrfToken } from "#app/ui/forms/csrf-token.tsx";
import { Field, LongField } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { Icon } from "#app/ui/primitives/icons.tsx";
import { DeleteDraft, Publishing } from "./article-buttons.tsx";
import { DeskHead } from "./desk-head.tsx";
import type { ArticlePage, StoredArticle } from "./use-article.ts";

type ArticleFormProps = {
  noun: string;
  action: string;
  stored: StoredArticle | null;
  page: ArticlePage;
  /** The labels of the fields, for the list of problems. */
  labels: Record<string, string>;
  /** The text as another person has saved it, if they did so meanwhile. */
  theirs: string | undefined;
  /** The buttons that a page has in place of those for publishing. */
  sending?: ReactNode;
  /** Whether the form has a file field. */
  hasFile?: boolean;
  children: ReactNode;
};

/**
 * The form of an article, without the buttons of `SaveBar`. All buttons send all fields, so that nothing typed is lost.
 */
export function ArticleForm({
  noun,
  action,
  stored,
  page,
  labels,
  theirs,
  sending,
  hasFile,
  children,
}: ArticleFormProps) {
  const isDraft = stored === null || stored.state === "draft";
  const all = { ...labels, slug: "Address", day: "Day" };
  const problems = Object.entries(all).flatMap(([name, label]) => {
    const field = page.fields[name];
    return field?.errors ? [{ ...problemOf(field), label }] : [];
  });
  const [only, second] = problems;
  return (
    <page.Form
      {...page.formProps}
      action={action}
      className="form"
      {...(hasFile && { encType: "multipart/form-data" as const })}
      data-keep={isDraft ? "save" : "preview"}
    >
      {only && !second && page.message === undefined ? (
        <OnlyProblem {...only} />
      ) : (
        <FormProblems page={page} fields={problems} />
      )}
      {theirs !== undefined && (
        <LongField id="theirs" label="The text as it is saved now" defaultValue={theirs} rows={10} readOnly />
      )}
      {/* The first button of a form is what Enter presses. */}
      <button
        type="submit"
        name="form"
        value={isDraft ? "save" : "preview"}
        className="visually-hidden"
        tabIndex={-1}
        aria-hidden
      >
        Save
      </button>
      <input type="hidden" name="expectedVersion" value={stored?.expectedVersion ?? ""} />
      {children}
      {stored && (sending ?? <Publishing stored={stored} page={page} />)}
      {stored?.state === "draft" && <DeleteDraft noun={noun} />}
    </page.Form>
  );
}

/** One invalid field needs no list: a line that leads to the field, which has the message again. */
function OnlyProblem({ id, label, errors }: ReturnType<typeof problemOf> & { label: string }) {
  const [message = ""] = errors ?? [];
  return (
    <>
      <CsrfToken />
      {/* biome-ignore lint/a11y/noAutofocus: without scripts this is the only way to move focus to the error */}
      <div className="banner is-bad" role="alert" tabIndex={-1} autoFocus>
        <Icon name="warning" />
        <p>
          <a href={`#${id}`}>{message.startsWith("Please") ? message : `${label}: ${message}`}</a>
        </p>
      </div>
    </>
  );
}

type MoreFieldsProps = { title: string; page: ArticlePage; names: readonly string[]; children: ReactNode };

/** The fields below the text. The first screen belongs to the text, so they are folded unless one of `names` has an error. */
export function MoreFields({ title, page, names, children }: MoreFieldsProps) {
  return (
    <details className="desk-fold" open={names.some((name) => page.fields[name]?.errors !== undefined)}>
      <summary>{title}</summary>
      <div className="form">{children}</div>
    </details>
  );
}

/** The field for the article's address or, once the article was public, only its fixed address. */
export function SlugField({ stored, page, prefix }: Pick<ArticleFormProps, "stored" | "page"> & { prefix: string }) {
  const { slug } = page.fields;
  if (stored?.isSlugFixed) {
    return (
      <p className="wrap-anywhere">
        <input type="hidden" name="slug" value={stored.slug} />
        <b>Address:</b> {prefix + stored.slug}
      </p>
    );
  }
  const hint = `The end of ${prefix}… Leave it empty to make it from the title. It is fixed once it was public.`;
  return slug && <Field {...inputProps(slug)} label="Address" hint={hint} isOptional autoCapitalize="none" />;
}

type ArticleHeadProps = {
  noun: string;
  /** The link to all articles of this kind. */
  all: { href: string; label: string };
  /** What somebody does here with an article that is not stored yet: "Write a post". */
  start: string;
  stored: StoredArticle | null;
  isGone: boolean;
  /** More links, of a public article. */
  children?: ReactNode;
};

/** The head of an article's page: since when the article is public, that it is scheduled, or that it is gone. */
export function ArticleHead({ noun, all, start, stored, isGone, children }: ArticleHeadProps) {
  return (
    <>
      <DeskHead title={stored ? `Edit ${noun}` : start}>
        <a href={all.href}>{all.label}</a>
        {stored && stored.state !== "draft" && <span className="quiet">{stored.words}</span>}
        {stored?.state === "public" && (
          <>
            <a href={stored.href}>See it as readers do</a>
            {children}
          </>
        )}
      </DeskHead>
      {isGone && (
        <Banner kind="warn" title={`This ${noun} was deleted`}>
          <p>Save it as a new draft to keep what you typed.</p>
        </Banner>
      )}
    </>
  );
}

const EXAMPLES = [
  ["## A heading", "A heading"],
  ["**bold** and *italic*", "bold and italic"],
  ["[our prices](/domains/pricing)", "A link"],
  ["- one line for each", "A list"],
  ["1. first", "A numbered list"],
  ["> somebody's words", "A quotation"],
  ["| Name | Price |", "A row of a table; below the first one comes |---|---|"],
  ["![a sign](/pictures/post-names.svg)", "A picture"],
] as const;

/** How to write markdown, in eight lines. */
export function MarkdownHelp() {
  return (
    <details className="desk-fold">
      <summary>How to write headings, links and lists</summary>
      <p>An empty line begins a paragraph.</p>
      <dl className="ruled">
        {EXAMPLES.map(([typed, meaning]) => (
          <div key={typed}>
            <dt>{meaning}</dt>
            <dd>
              <code className="wrap-anywhere">{typed}</code>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
