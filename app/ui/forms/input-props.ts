import { getInputProps } from "@conform-to/react";

type FormField = Parameters<typeof getInputProps>[0] & { errors?: string[] | undefined };

/** What a field of conform's gives to a Field: the props of its input, and what is wrong with it. */
export function inputProps(field: FormField, type: "text" | "email" | "tel" | "password" = "text") {
  return { ...withoutKey(getInputProps(field, { type })), error: field.errors?.[0] };
}

/** What is wrong with a field, for the list over the form. */
export function problemOf({ id, errors }: { id: string; errors?: string[] | undefined }) {
  return { id, errors };
}

/** React wants a key to be written out, not spread. */
export function withoutKey<Props extends { key?: unknown }>({ key: _key, ...props }: Props) {
  return props;
}
