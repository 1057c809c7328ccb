import { useActionData } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Publication } from "#app/blog/article.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Field, LongField } from "#app/ui/forms/field.tsx";
import { FormProblems } from "#app/ui/forms/form-problems.tsx";
import { inputProps, problemOf } from "#app/ui/forms/input-props.ts";
import { useFormKey, usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";

/** The id of the form, also of its flash messages. */
export const ARTICLE_FORM = "article";

/** What the loader of an article's page returns about a stored row; null for a new article. */
export type StoredArticle = {
  state: Publication;
  /** "Draft, saved 24 Nov 2026, 08:05". */
  words: string;
  /** The version of the row. */
  expectedVersion: string;
  /** `slug`: the end of the article's address. `isSlugFixed`: it cannot change, because the article was public. */
  slug: string;
  isSlugFixed: boolean;
  /** The day and time of a scheduled publication in Nairobi; "" without one. */
  day: string;
  time: string;
  /** The path of the public page. */
  href: string;
};

/**
 * Returns the form of an article's page: the fields with their initial values, and whether somebody else has changed the row.
 */
export function useArticle<Fields extends Record<string, string>>(defaultValue: Fields, stored: StoredArticle | null) {
  const page = usePageForm({
    id: ARTICLE_FORM,
    formKey: useFormKey(ARTICLE_FORM),
    defaultValue: { slug: "", day: stored?.day ?? "", time: stored?.time ?? "", ...defaultValue },
  });
  const expectedVersion = page.carry.expectedVersion;
  return {
    page,
    isChanged: stored !== null && expectedVersion !== undefined && expectedVersion !== stored.expectedVersion,
  };
}

/** Returns the preview of an unsaved text, if the form was sent for one. */
export function useUnsavedPreview<Preview>(): Preview | undefined {
  return useActionData<{ preview?: Preview }>()?.preview;
}

type ArticleFormProps = {
  noun: string;
  action: string;
  stored: StoredArticle | null;
  page: ReturnType<typeof useArticle<Record<string, string>>>["page"];
  /** The labels of the fields, for the list of problems. */
  labels: Record<string, string>;
  /** The text as another person has saved it, if they did so meanwhile. */
  theirs: string | undefined;
  /** The buttons that a page has in place of those for publishing. */
  sending?: ReactNode;
  children: ReactNode;
};

/** The form of an article. All buttons send all fields, so that nothing typed is lost. */
export function ArticleForm({ noun, action, stored, page, labels, theirs, sending, children }: ArticleFormProps) {
  const all = { ...labels, slug: "Address", day: "Day" };
  const problems = Object.entries(all).flatMap(([name, label]) => {
    const field = page.fields[name];
    return field ? [{ ...problemOf(field), label }] : [];
  });
  return (
    <page.Form {...page.formProps} action={action} className="form">
      <FormProblems page={page} fields={problems} />
      {theirs !== undefined && (
        <LongField id="theirs" label="The text as it is saved now" defaultValue={theirs} rows={10} readOnly />
      )}
      <input type="hidden" name="expectedVersion" value={stored?.expectedVersion ?? ""} />
      {children}
      {stored === null || stored.state === "draft" ? (
        <Button name="form" value="save">
          Save draft
        </Button>
      ) : (
        <>
          <Button name="form" value="preview" kind="alt">
            Preview without saving
          </Button>
          <Button name="form" value="save">
            {stored.state === "public" ? "Save for readers" : "Save"}
          </Button>
        </>
      )}
      {stored && (sending ?? <Publishing stored={stored} page={page} />)}
      {stored?.state === "draft" && <DeleteDraft noun={noun} />}
    </page.Form>
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
  const hint = `The end of ${prefix}… Empty: made of the title. It stays once readers have seen it.`;
  return slug && <Field {...inputProps(slug)} label="Address" hint={hint} isOptional autoCapitalize="none" />;
}

/** The fields and buttons that publish now or later, or unpublish. */
function Publishing({ stored: { state }, page }: { stored: StoredArticle; page: ArticleFormProps["page"] }) {
  const { day, time } = page.fields;
  if (state === "public") {
    return (
      <details className="desk-fold">
        <summary>Take it back</summary>
        <div className="flow">
          <p>Readers no longer see it. It becomes a draft with what you typed above.</p>
          <Button name="form" value="unpublish" kind="bad">
            Take back
          </Button>
        </div>
      </details>
    );
  }
  const isOpen = state === "scheduled" || Boolean(day?.errors);
  return (
    <details className="desk-fold" open={isOpen}>
      <summary>Publish</summary>
      <div className="flow">
        {day && <Field {...inputProps(day)} type="date" label="Day" hint="Empty: now." isOptional />}
        {time && <Field {...inputProps(time)} type="time" label="Time in Nairobi" hint="Empty: 08:00." isOptional />}
        <Button name="form" value="publish" kind="alt">
          {state === "scheduled" ? "Change the time" : "Publish"}
        </Button>
        {state === "scheduled" && (
          <Button name="form" value="unpublish" kind="alt">
            Make it a draft
          </Button>
        )}
      </div>
    </details>
  );
}

function DeleteDraft({ noun }: { noun: string }) {
  return (
    <details className="desk-fold">
      <summary>Delete this draft</summary>
      <div className="flow">
        <p>Nobody can bring it back.</p>
        <Button name="form" value="delete" kind="bad">
          Delete the {noun}
        </Button>
      </div>
    </details>
  );
}
/** Says what a page shows: whether a row is a draft, scheduled or public, or is gone. */
export function ArticleState({
  noun,
  stored,
  isGone,
}: {
  noun: string;
  stored: StoredArticle | null;
  isGone: boolean;
}) {
  if (isGone) {
    return (
      <Banner kind="warn" title={`This ${noun} was deleted`}>
        <p>Save it as a new draft to keep what you typed.</p>
      </Banner>
    );
  }
  if (stored === null) return null;
  return (
    <p className="quiet flex flex-wrap items-center gap-x-4">
      {stored.words}
      <a href="#preview" className="inline-flex min-h-touch items-center">
        Preview
      </a>
      {stored.state === "public" && (
        <a href={stored.href} className="inline-flex min-h-touch items-center">
          See it
        </a>
      )}
    </p>
  );
}

const EXAMPLES = [
  ["## A heading", "A heading"],
  ["**bold** and *italic*", "bold and italic"],
  ["[our prices](/domains/pricing)", "A link"],
  ["- one line for each", "A list"],
  ["1. first", "A numbered list"],
  ["> somebody's words", "A quotation"],
  ["![a sign](/pictures/post-names.svg)", "A picture"],
] as const;

/** How to write markdown, in seven lines. */
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
