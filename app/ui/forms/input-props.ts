type FormField = {
  id: string;
  name: string;
  formId: string;
  initialValue?: unknown;
  errors?: string[] | undefined;
};

/**
 * Returns the props of a conform field's control, and its error. conform's own helpers read more metadata, and each read goes
 * through a proxy, which costs time on the server (decision 035). A field that was sent twice has a list as its value, which no
 * user can have typed; it is dropped.
 */
export function controlProps({ id, name, formId, initialValue, errors }: FormField) {
  const defaultValue = typeof initialValue === "string" ? initialValue : undefined;
  return { id, name, form: formId, defaultValue, error: errors?.[0] };
}

/** Returns the same props for an input of a type. */
export function inputProps(field: FormField, type: "text" | "email" | "tel" | "password" = "text") {
  return { ...controlProps(field), type };
}

/** Returns a field's id and errors for the error summary. */
export function problemOf({ id, errors }: { id: string; errors?: string[] | undefined }) {
  return { id, errors };
}

/**
 * Input props for names and codes: no capitals, no spelling correction. Not autoComplete="off": a browser with it forgets what
 * was typed when the page is left, so Back after a form that did not arrive would show it empty (decision 080).
 */
export const AS_TYPED = { autoCapitalize: "none", autoCorrect: "off", spellCheck: false } as const;
