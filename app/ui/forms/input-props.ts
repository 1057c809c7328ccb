type FormField = {
  id: string;
  name: string;
  formId: string;
  initialValue?: unknown;
  errors?: string[] | undefined;
};

/**
 * What a field of conform's gives to a Field of any kind: the props of its control, and what is wrong with it. conform's own
 * helpers also ask for limits that no form of ours gives, and each answer costs the server a proxy's trap (035). A
 * field that was sent twice comes back as a list, and none of it was typed.
 */
export function controlProps({ id, name, formId, initialValue, errors }: FormField) {
  const defaultValue = typeof initialValue === "string" ? initialValue : undefined;
  return { id, name, form: formId, defaultValue, error: errors?.[0] };
}

/** The same for an input. */
export function inputProps(field: FormField, type: "text" | "email" | "tel" | "password" = "text") {
  return { ...controlProps(field), type };
}

/** What is wrong with a field, for the list over the form. */
export function problemOf({ id, errors }: { id: string; errors?: string[] | undefined }) {
  return { id, errors };
}
