import { type FieldMetadata, useForm } from "@conform-to/react";
import { type FormEvent, useId } from "react";
import type { FormReply } from "#app/platform/http/form-reply.ts";

type FormOptions<Fields> = { id: string; lastResult: FormReply["result"] | undefined; defaultValue: Fields };

/** The parts of conform's form and fields that we use. */
type Form = {
  id: string;
  errors?: string[] | undefined;
  allErrors: Record<string, string[] | null>;
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
};
type Field = Pick<FieldMetadata<string>, "id" | "name" | "formId" | "initialValue" | "errors">;

/**
 * Returns what conform's `useForm` returns on the server, where nothing can change the form. conform's own objects are proxies that
 * track reads, which takes a fifth of the time to render a page with a form (decision 035).
 */
export function useServerForm<Fields extends Record<string, string>>({
  id,
  lastResult,
  defaultValue,
}: FormOptions<Fields>): [form: Form, fields: Record<keyof Fields, Field>] {
  // conform's useForm calls useId, which changes the ids of all components below.
  useId();
  const errors = lastResult?.error ?? {};
  const values: Record<string, unknown> = lastResult?.initialValue ?? defaultValue;
  const fields = Object.keys(defaultValue).map((name) => [
    name,
    {
      id: `${id}-${name}`,
      name,
      formId: id,
      // conform has no value for an empty field.
      initialValue: values[name] || undefined,
      errors: errors[name] ?? undefined,
    },
  ]);
  return [{ id, errors: errors[""] ?? undefined, allErrors: errors }, Object.fromEntries(fields)];
}

/** useServerForm on the server, conform's useForm in the browser. TypeScript cannot see that both return the same. */
export const useFields = import.meta.env.SSR ? useServerForm : (useForm as typeof useServerForm);
