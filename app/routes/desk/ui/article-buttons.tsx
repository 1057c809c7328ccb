import { Field } from "#app/ui/forms/field.tsx";
import { inputProps } from "#app/ui/forms/input-props.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import type { ArticlePage, StoredArticle } from "./use-article.ts";

const STATES = { draft: "Draft", scheduled: "Scheduled", public: "Public" };

type SaveBarProps = {
  stored: StoredArticle | null;
  page: ArticlePage;
  /** How long the text is: "320 words". */
  length?: string;
  canPublish?: boolean;
};

/**
 * The buttons that save, at the bottom of the screen below the form and its preview. The desk's script says here when it has kept
 * a draft.
 */
export function SaveBar({ stored, page, length, canPublish = true }: SaveBarProps) {
  const state = stored?.state ?? "draft";
  // A form that came back has what was typed.
  const kept = stored && page.carry.expectedVersion === undefined ? stored.saved : "Not saved yet";
  const save = { form: page.formProps.id, name: "form", value: "save", "data-key": "e" };
  return (
    <div className="save-bar">
      <p>
        <b>{STATES[state]}</b>{" "}
        <span className="kept" role="status">
          {length === undefined ? kept : `${length} · ${kept}`}
        </span>
      </p>
      {state === "draft" ? (
        <>
          <Button {...save} {...(canPublish && { kind: "alt" as const })}>
            Save
          </Button>
          {canPublish && (
            <Button form={save.form} name="form" value="publish">
              Publish
            </Button>
          )}
        </>
      ) : (
        <Button {...save}>{state === "public" ? "Save changes" : "Save"}</Button>
      )}
    </div>
  );
}

/** The fields and buttons that publish now or later, or unpublish. */
export function Publishing({ stored: { state }, page }: { stored: StoredArticle; page: ArticlePage }) {
  const { day, time } = page.fields;
  if (state === "public") {
    return (
      <details className="desk-fold">
        <summary>Unpublish</summary>
        <div className="flow">
          <p>Readers no longer see it. It becomes a draft with what you typed above.</p>
          <Button name="form" value="unpublish" kind="bad">
            Unpublish
          </Button>
        </div>
      </details>
    );
  }
  const isOpen = state === "scheduled" || Boolean(day?.errors);
  return (
    <details className="desk-fold" open={isOpen}>
      <summary>{state === "scheduled" ? "When it is published" : "Publish later"}</summary>
      <div className="flow">
        {day && <Field {...inputProps(day)} type="date" label="Day" hint="Empty: now." isOptional />}
        {time && <Field {...inputProps(time)} type="time" label="Time in Nairobi" hint="Empty: 08:00." isOptional />}
        <Button name="form" value="publish" kind="alt">
          {state === "scheduled" ? "Change the time" : "Publish at this time"}
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

/** Asks once more before a draft is deleted. */
export function DeleteDraft({ noun }: { noun: string }) {
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
