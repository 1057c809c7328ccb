/** What each field of a form holds; of boxes to choose from, those that are chosen. */
export type Draft = Map<string, string[]>;

/**
 * The key of a form's draft in the session storage. A page that was asked for with other words is another page: it may have
 * come filled in. The starter (app/ui/shell/starter.ts) knows this key too.
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

/** Storage may be switched off, or full. */
export function writeDraft(formId: string, draft: Draft): void {
  try {
    if (draft.size > 0) sessionStorage.setItem(draftKey(formId), JSON.stringify([...draft]));
    else sessionStorage.removeItem(draftKey(formId));
  } catch {}
}

/** Forgets the drafts of forms that were sent to this address; nothing that is typed in them from now on is kept. */
export function forgetSent(action: string): void {
  for (const form of document.forms) {
    if (form.action !== action) continue;
    writeDraft(form.id, new Map());
    form.dataset.sent = "";
  }
}
