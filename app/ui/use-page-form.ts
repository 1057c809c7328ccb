import { getFormProps, useForm } from "@conform-to/react";
import { useActionData, useFetcher } from "@remix-run/react";
import { type FormEvent, type RefObject, useEffect, useRef } from "react";
import { isReplyTo } from "#app/model/form-reply.ts";
import type { Unsent } from "./keep-typed.ts";
import { useRootData } from "./use-root-data.ts";

type Options<Fields extends Record<string, string>> = {
  id: string;
  /** What the fields hold at first, by name: it also says which fields there are. */
  defaultValue: NonNullable<Parameters<typeof useForm<Fields>>[0]["defaultValue"]>;
};

/**
 * A form that is plain HTML first. Before the page's scripts are there it posts by itself; with them it posts without
 * leaving the page, ignores a second press, and keeps what was typed when no answer comes.
 * Takes the form's id and first values; gives back conform's form and fields, the props of the form element, whether an
 * answer is awaited, and the message for the whole form.
 */
export function usePageForm<Fields extends Record<string, string>>({ id, defaultValue }: Options<Fields>) {
  // A success comes back to this page with a notice: then form and fetcher start afresh, nothing left over. (The
  // location's key would not do: a jump to a field of the form changes it too.)
  const notice = useRootData()?.notice;
  const round = notice?.about === id ? notice.id : "first";
  const fetcher = useFetcher<unknown>({ key: `${id} ${round}` });
  const actionData = useActionData<unknown>();
  const received = fetcher.data ?? actionData;
  const reply = isReplyTo(id, received) ? received : undefined;
  const [form, fields] = useForm<Fields>({ id: `${id}-form`, lastResult: reply?.result, defaultValue });
  const isPending = fetcher.state !== "idle";
  const unsent = isUnsent(fetcher.data) && !isPending ? fetcher.data.unsent : undefined;
  const problemsRef = useRef<HTMLDivElement>(null);
  const enhancedReply = isReplyTo(id, fetcher.data) ? fetcher.data : undefined;
  // A page that came back from the server has said it all itself; and its reader is in a field already.
  const hasProblems = unsent !== undefined || Object.keys(form.allErrors).length > 0;
  useFocusOnRefusal(problemsRef, unsent ?? enhancedReply, hasProblems);

  const formProps = getFormProps(form);
  return {
    Form: fetcher.Form,
    formProps: {
      ...formProps,
      method: "post" as const,
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => (isPending ? event.preventDefault() : formProps.onSubmit(event)),
    },
    /** React key of the form element. */
    round,
    fields,
    isPending,
    problemsRef,
    title: unsent ? undefined : reply?.title,
    message: unsent ?? form.errors?.join(" "),
    question: reply?.question,
    /** The reply, if it came to a page already enhanced. */
    enhancedReply,
  };
}

function isUnsent(data: unknown): data is Unsent {
  return typeof data === "object" && data !== null && "unsent" in data;
}

/** Brings somebody who cannot see the page to what went wrong, once it is drawn; the page's name says so too. */
function useFocusOnRefusal(problems: RefObject<HTMLElement>, refusal: unknown, isDrawn: boolean): void {
  useEffect(() => {
    if (refusal === undefined || !isDrawn) return;
    if (!document.title.startsWith("Error: ")) document.title = `Error: ${document.title}`;
    const summary = problems.current?.firstElementChild;
    if (summary instanceof HTMLElement) summary.focus();
  }, [problems, refusal, isDrawn]);
}
