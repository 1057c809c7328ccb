import type { ComponentProps } from "react";
import { callLink, chatLink } from "#app/platform/brand.ts";
import { PaneHeader } from "./panes.tsx";
import { Writers } from "./writers.tsx";

type Part = {
  id: number;
  side: "us" | "them" | "note";
  author?: string | null | undefined;
  body: string;
  when: string;
};
type ThreadTextProps = {
  id: string;
  name: string;
  email: string;
  /** `e164`: the number in E.164. `words`: the number as people dial it. */
  phone: { e164: string; words: string } | null;
  subject: string;
  domain: string | null;
  isFailed: boolean;
  tag: ComponentProps<typeof PaneHeader>["tag"];
  /** How long ago it was written. */
  age: string;
  parts: readonly Part[];
};

/** Who wrote the message, what it is about, and whether it waits. */
export function ThreadHeader({
  name,
  email,
  phone,
  subject,
  domain,
  isFailed,
  tag,
  age,
  headingAs,
}: Omit<ThreadTextProps, "id" | "parts"> & { headingAs: "h1" | "h2" }) {
  return (
    <div className="flow">
      <PaneHeader tag={tag} note={age} title={subject} headingAs={headingAs} />
      <p className="flex flex-wrap items-center gap-x-4">
        <span className="stranger">
          <bdi>{name}</bdi>, <bdi translate="no">{email}</bdi>
          {domain && (
            <>
              , about <bdi translate="no">{domain}</bdi>
            </>
          )}
        </span>
        {phone && (
          <span className="flex gap-x-4">
            <a className="inline-flex min-h-touch items-center" href={callLink(phone.e164)}>
              Call {phone.words}
            </a>
            <a className="inline-flex min-h-touch items-center" href={chatLink(phone.e164)}>
              WhatsApp
            </a>
          </span>
        )}
      </p>
      {isFailed && <p className="quiet">The contact service did not take this message.</p>}
    </div>
  );
}

/** A message with its answers and notes, oldest first. */
export function ThreadText({ id: thread, name, parts }: Pick<ThreadTextProps, "id" | "name" | "parts">) {
  return (
    <ol className="ruled">
      {parts.map(({ id, side, author, body, when }) => (
        <li key={id} className={side === "note" ? "bg-sunk px-3" : undefined}>
          <p className="quiet">
            <b>{labelOf(side, name, author)}</b>, {when}
          </p>
          <p dir="auto" className="stranger">
            {body}
          </p>
          {side === "us" && (
            <Writers>
              <a
                className="inline-flex min-h-touch items-center"
                href={`/desk/messages/answers?from=${thread}&part=${id}#form-title`}
              >
                Save this answer for next time
              </a>
            </Writers>
          )}
        </li>
      ))}
    </ol>
  );
}

function labelOf(side: Part["side"], name: string, author: string | null | undefined) {
  if (side === "us") return author ?? "We";
  if (side === "note") return `Note, ${author ?? "somebody"}`;
  return (
    <>
      <bdi>{name}</bdi>
      {author && `, put in by ${author}`}
    </>
  );
}
