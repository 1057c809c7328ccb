import { useEffect } from "react";
import { type Draft, readDraft, writeDraft } from "./draft-storage.ts";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Never stored: secrets, hidden fields, and the fields of the bot check. */
const NOT_KEPT = /^(hidden|password|submit|fieldset|website_2|answer)$/;

/**
 * Keeps a form's input in the session storage, so that a reload loses nothing. Starts with hydration and writes nothing
 * before the user types. If the user sent the form before hydration, the inline script that starts hydration has set
 * `data-sent`. Then no draft is stored, because the next page must not restore what the server has. `hasReply` says that the
 * server returned the form with its input. Source: docs/product/forms.md, "Forms".
 */
export function useDraft(formId: string, hasReply: boolean): void {
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    const store = () => "sent" in form.dataset || writeDraft(formId, typedIn(form));
    if (!hasReply) restore(form, readDraft(formId));
    // Store what was typed before hydration.
    if (!controlsOf(form).every(isAsRendered)) store();
    form.addEventListener("input", store);
    return () => form.removeEventListener("input", store);
  }, [formId, hasReply]);
}

function typedIn(form: HTMLFormElement): Draft {
  const draft: Draft = new Map();
  for (const control of controlsOf(form)) {
    const others = draft.get(control.name) ?? [];
    draft.set(control.name, isChoice(control) && !control.checked ? others : [...others, control.value]);
  }
  return draft;
}

/** Restores a draft, except in fields in which the user has typed something newer. */
function restore(form: HTMLFormElement, draft: Draft): void {
  const controls = controlsOf(form);
  const touched = new Set(controls.filter((control) => !isAsRendered(control)).map(({ name }) => name));
  for (const control of controls) {
    const kept = touched.has(control.name) ? undefined : draft.get(control.name);
    if (kept === undefined) continue;
    if (isChoice(control)) control.checked = kept.includes(control.value);
    else control.value = kept[0] ?? "";
  }
}

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (element): element is Control =>
      "name" in element && "type" in element && !NOT_KEPT.test(`${element.type}`) && !NOT_KEPT.test(`${element.name}`),
  );
}

function isChoice(control: Control): control is HTMLInputElement {
  return control.type === "radio" || control.type === "checkbox";
}

function isAsRendered(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    const rendered = [...control.options].findIndex(({ defaultSelected }) => defaultSelected);
    return control.selectedIndex === Math.max(0, rendered);
  }
  return isChoice(control) ? control.checked === control.defaultChecked : control.value === control.defaultValue;
}
