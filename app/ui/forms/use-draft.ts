import { useEffect } from "react";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
/** What each field holds; of boxes to choose from, those that are chosen. */
type Draft = Map<string, string[]>;

/** Never kept: secrets, what the page adds by itself, and the fields for programs. */
const NOT_KEPT = /^(hidden|password|submit|fieldset|website_2|answer)$/;

type About = {
  /** From useRound: another one than the first begins after a success. */
  round: string;
  /** The form came back from the server, with what was typed in it. */
  hasReply: boolean;
};

/**
 * Keeps what is typed in a form for as long as the tab is open, so that a reload loses nothing; it is forgotten once the
 * form was sent. Begins when the page's scripts are there, and writes nothing before somebody types.
 * Source: docs/product.md, "Forms".
 */
export function useDraft(formId: string, { round, hasReply }: About): void {
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    const note = () => write(formId, typedIn(form));
    if (round !== "first") forgetDraft(formId);
    else {
      if (!hasReply) restore(form, read(formId));
      // What was typed before the scripts were there.
      if (!controlsOf(form).every(isAsDrawn)) note();
    }
    form.addEventListener("input", note);
    return () => form.removeEventListener("input", note);
  }, [formId, round, hasReply]);
}

/** Forgets what was typed in a form of this page. */
export function forgetDraft(formId: string): void {
  write(formId, new Map());
}

/** A page that was asked for with other words is another page: it may have come filled in. */
function placeOf(formId: string): string {
  return `draft ${formId}${location.search}`;
}

function read(formId: string): Draft {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(placeOf(formId)) ?? "[]"));
  } catch {
    return new Map();
  }
}

/** Storage may be switched off, or full. */
function write(formId: string, draft: Draft): void {
  try {
    if (draft.size > 0) sessionStorage.setItem(placeOf(formId), JSON.stringify([...draft]));
    else sessionStorage.removeItem(placeOf(formId));
  } catch {}
}

function typedIn(form: HTMLFormElement): Draft {
  const draft: Draft = new Map();
  for (const control of controlsOf(form)) {
    const others = draft.get(control.name) ?? [];
    draft.set(control.name, isChoice(control) && !control.checked ? others : [...others, control.value]);
  }
  return draft;
}

/** Only where nothing was typed since: that is newer. */
function restore(form: HTMLFormElement, draft: Draft): void {
  const controls = controlsOf(form);
  const touched = new Set(controls.filter((control) => !isAsDrawn(control)).map(({ name }) => name));
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

function isAsDrawn(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    const drawn = [...control.options].findIndex(({ defaultSelected }) => defaultSelected);
    return control.selectedIndex === Math.max(0, drawn);
  }
  return isChoice(control) ? control.checked === control.defaultChecked : control.value === control.defaultValue;
}
