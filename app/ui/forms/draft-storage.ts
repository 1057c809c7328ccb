/** The value of each field of a form; for checkboxes and radio buttons, the checked values. */
export type Draft = Map<string, string[]>;

/**
 * The key of a form's draft in the session storage. It includes the query, because a page with another query may be prefilled
 * differently. The starter (app/ui/shell/hydration-start.ts) has the same key.
 */
export function draftKey(formId: string): string {
  return `draft ${formId}${location.search}`;
}

export function readDraft(formId: string): Draft {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(draftKey(formId)) ?? "[]"));
  } catch {
    return new Map();
  }
}

/** Storage may be disabled or full. */
export function writeDraft(formId: string, draft: Draft): void {
  try {
    if (draft.size > 0) sessionStorage.setItem(draftKey(formId), JSON.stringify([...draft]));
    else sessionStorage.removeItem(draftKey(formId));
  } catch {}
}

/** Deletes the drafts of forms that were sent to this URL, and stops keeping what is typed in them. */
export function forgetSent(action: string): void {
  for (const form of document.forms) {
    if (form.action !== action) continue;
    writeDraft(form.id, new Map());
    form.dataset.sent = "";
  }
}
