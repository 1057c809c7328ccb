import { type FieldMetadata, useForm } from "@conform-to/react";
import { useActionData, useFetcher } from "@remix-run/react";
import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { type FormReply, isReplyTo } from "#app/platform/http/form-reply.ts";
import { useRootData } from "#app/ui/shell/use-root-data.ts";
import { isUnsent } from "./keep-typed.ts";

type PageFormOptions<Fields extends Record<string, string>> = {
  id: string;
  /** From useFormKey. It is also the React key of the calling component. */
  formKey: string;
  /** The initial values by field name; they define the fields. */
  defaultValue: Fields;
};

/**
 * Returns a key that changes with each success of a form, so that the form starts empty again. A success returns to the form's
 * page with a flash message; one about another form changes nothing. (The location's key does not work: a link to a field
 * changes it too.)
 */
export function useFormKey(id: string): string {
  const flash = useRootData()?.flash;
  const [formKey, setRound] = useState("first");
  const now = flash?.about === id ? flash.id : formKey;
  if (now !== formKey) setRound(now);
  return now;
}

/**
 * A plain HTML form that is enhanced after hydration: it is then sent with `fetch`, ignores a second press, and keeps its input
 * when no response comes. Takes the form's id, formKey and initial values. Returns conform's fields, the props of the form
 * element, whether the form is being sent, and the message for the whole form.
 */
export function usePageForm<Fields extends Record<string, string>>({
  id,
  formKey,
  defaultValue,
}: PageFormOptions<Fields>) {
  const fetcher = useFetcher<unknown>({ key: `${id} ${formKey}` });
  // The state keeps the data of the first render, because Remix drops it on a navigation within the page. After a success
  // (a new formKey) the data is obsolete.
  const dataOfPage = useActionData<unknown>();
  const [withPage] = useState(formKey === "first" ? dataOfPage : undefined);
  const actionData = fetcher.data ?? withPage;
  const formReply = isReplyTo(id, actionData) ? actionData : undefined;
  const [form, fields] = useFields({ id: `${id}-form`, lastResult: formReply?.result, defaultValue });
  const isPending = fetcher.state !== "idle";
  const unsent = isUnsent(fetcher.data) && !isPending ? fetcher.data.unsent : undefined;
  const problemsRef = useRef<HTMLDivElement>(null);
  const enhancedData = isReplyTo(id, fetcher.data) ? fetcher.data : undefined;
  // After a full page load the browser has moved the focus already, so only enhanced action data moves it here.
  const challenge = formReply?.challenge;
  const shownProblems = unsent ?? JSON.stringify(challenge ? { challenge } : form.allErrors);
  useFocusOnProblems(problemsRef, unsent ?? enhancedData, shownProblems);

  return {
    id,
    Form: fetcher.Form,
    formProps: {
      id: form.id,
      method: "post" as const,
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => (isPending ? event.preventDefault() : form.onSubmit?.(event)),
    },
    fields,
    isPending,
    problemsRef,
    title: unsent ? undefined : formReply?.title,
    message: unsent ?? form.errors?.join(" "),
    challenge,
    /** Hidden fields that the response adds for the next attempt. */
    carry: formReply?.carry ?? {},
    /** A new stamp from the response, in place of the page's. */
    stamp: formReply?.stamp,
    /** The action's data of any kind. */
    data: actionData,
    /** The response, if it came to a hydrated page and no newer request is pending. */
    enhancedData: isPending ? undefined : enhancedData,
  };
}

/** What FormProblems and other parts of a form read, for any fields. */
export type PageForm = Omit<ReturnType<typeof usePageForm>, "fields" | "Form" | "formProps">;

/**
 * Moves the focus to the error summary each time its content changes, for users who cannot see the page. The document's title
 * starts with "Error:" while there are errors.
 */
function useFocusOnProblems(problems: RefObject<HTMLElement>, failure: unknown, shownProblems: string): void {
  useEffect(() => {
    if (failure === undefined || shownProblems === "{}") return;
    const summary = problems.current?.firstElementChild;
    if (summary instanceof HTMLElement) summary.focus();
    const title = document.title.replace(/^Error: /, "");
    document.title = `Error: ${title}`;
    return () => {
      document.title = title;
    };
  }, [problems, failure, shownProblems]);
}

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
 * Returns what conform's `useForm` returns on the server, where nothing can change the form. conform's own objects are proxies
 * that track reads, which takes a fifth of the time to render a page with a form (decision 035).
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
