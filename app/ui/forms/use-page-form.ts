import { useActionData, useFetcher } from "@remix-run/react";
import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { isReplyTo } from "#app/model/form-reply.ts";
import { useRootData } from "#app/ui/shell/use-root-data.ts";
import { isUnsent } from "./keep-typed.ts";
import { useFields } from "./use-fields.ts";

type PageFormOptions<Fields extends Record<string, string>> = {
  id: string;
  /** From useRound. The component that calls this has it as its React key too. */
  round: string;
  /** What the fields hold at first, by name: it also says which fields there are. */
  defaultValue: Fields;
};

/**
 * Which round of a form this is. A success comes back to the form's page with a notice, and a form of a new round starts
 * afresh, nothing left over. (The location's key would not do: a jump to a field of the form changes it too.) A notice
 * about another form begins nothing: what is typed in this one stays.
 */
export function useRound(id: string): string {
  const notice = useRootData()?.notice;
  const [round, setRound] = useState("first");
  const now = notice?.about === id ? notice.id : round;
  if (now !== round) setRound(now);
  return now;
}

/**
 * A form that is plain HTML first. Before the page's scripts are there it posts by itself; with them it posts without
 * leaving the page, ignores a second press, and keeps what was typed when no answer comes.
 * Takes the form's id, round and first values; gives back conform's fields, the props of the form element, whether an
 * answer is awaited, and the message for the whole form.
 */
export function usePageForm<Fields extends Record<string, string>>({
  id,
  round,
  defaultValue,
}: PageFormOptions<Fields>) {
  const fetcher = useFetcher<unknown>({ key: `${id} ${round}` });
  // Kept as it came with the page: Remix forgets it at any jump within the page. A new round has nothing to do with it.
  const actionData = useActionData<unknown>();
  const [withPage] = useState(round === "first" ? actionData : undefined);
  const received = fetcher.data ?? withPage;
  const reply = isReplyTo(id, received) ? received : undefined;
  const [form, fields] = useFields({ id: `${id}-form`, lastResult: reply?.result, defaultValue });
  const isPending = fetcher.state !== "idle";
  const unsent = isUnsent(fetcher.data) && !isPending ? fetcher.data.unsent : undefined;
  const problemsRef = useRef<HTMLDivElement>(null);
  const enhancedReply = isReplyTo(id, fetcher.data) ? fetcher.data : undefined;
  // A page that came back from the server has said it all itself; and its reader is in a field already.
  const question = reply?.question;
  const drawn = unsent ?? JSON.stringify(question ? { question } : form.allErrors);
  useFocusOnRefusal(problemsRef, unsent ?? enhancedReply, drawn);

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
    title: unsent ? undefined : reply?.title,
    message: unsent ?? form.errors?.join(" "),
    question,
    /** Hidden fields that the reply brought for the next try. */
    carry: reply?.carry ?? {},
    /** A stamp that the reply brought: it takes the place of the page's. */
    stamp: reply?.stamp,
    /** What the action said, whatever it was. */
    received,
    /** The reply, if it came to a page already enhanced and nothing newer is under way. */
    enhancedReply: isPending ? undefined : enhancedReply,
  };
}

/** What FormProblems and other parts of a form read of it, whatever its fields are. */
export type PageForm = Omit<ReturnType<typeof usePageForm>, "fields" | "Form" | "formProps">;

/**
 * Brings somebody who cannot see the page to what went wrong, each time something else is drawn there; the page's name
 * says so too, as long as it is true.
 */
function useFocusOnRefusal(problems: RefObject<HTMLElement>, refusal: unknown, drawn: string): void {
  useEffect(() => {
    if (refusal === undefined || drawn === "{}") return;
    const summary = problems.current?.firstElementChild;
    if (summary instanceof HTMLElement) summary.focus();
    const title = document.title.replace(/^Error: /, "");
    document.title = `Error: ${title}`;
    return () => {
      document.title = title;
    };
  }, [problems, refusal, drawn]);
}
