import type { Thread } from "#app/contact/desk.table.server.ts";
import { KIND_WORDS, stateWords } from "#app/contact/thread.ts";
import { agoWords } from "#app/desk/age.ts";
import { whenWords } from "#app/desk/trail.ts";
import { otherMessageView, otherOrderView } from "#app/orders/desk-view.server.ts";
import type { Result } from "#app/platform/result.ts";
import { firstNameIn } from "#app/platform/text/first-name.ts";
import { shownNumber } from "#app/platform/text/phone.server.ts";
import type { SavedAnswers } from "./ui/thread-forms.tsx";

export type ThreadView = ReturnType<typeof threadView>;

/** Returns what the desk shows of a thread to the member of staff `me`, with times in Nairobi. */
export function threadView(thread: Thread, me: string, now: Date) {
  const when = (at: string) => whenWords(new Date(at), now);
  const { id, kind, name, email, phone, subject, message, domain, state, partCount, version, taken, account } = thread;
  const { isFailed, userId } = thread;
  const parts = [{ id: 0, side: "them" as const, author: null, body: message, at: thread.at }, ...thread.parts];
  return {
    thread: {
      id,
      name,
      email,
      phone: phone === null ? null : { e164: phone, words: shownNumber(phone) },
      subject,
      domain,
      isFailed,
      parts: parts.map(({ at, ...part }) => ({ ...part, when: when(at) })),
    },
    who: firstNameIn(name) || "The customer",
    isThread: kind === "visitor",
    tag:
      kind === "visitor"
        ? { kind: TAG_KINDS[state], words: capital(stateWords(state, taken?.name ?? null)) }
        : { kind: "neutral" as const, words: capital(KIND_WORDS[kind]) },
    age: `${agoWords(thread.at, now)} ago`,
    forms: { id, state, partCount, version, taken: taken && { ...taken, isMe: taken.id === me, when: when(taken.at) } },
    account: account && {
      name: account.name,
      isSignedIn: account.id === userId,
      domains: account.domains,
      orders: account.orders.map(otherOrderView),
    },
    messages: thread.others.map(otherMessageView),
  };
}

const TAG_KINDS = { new: "warn", taken: "warn", answered: "ok", closed: "neutral" } as const;

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

type Saved = Result<readonly { id: string; title: string; body: string }[]>;

/**
 * Returns the saved answers for the form of an answer, which the one with the id `use` fills; none if they could not be read.
 */
export function answersOf(found: Saved, use: string | null): SavedAnswers {
  const saved = found.ok ? found.value : [];
  const chosen = saved.find(({ id }) => id === use);
  return { saved: saved.map(({ id, title }) => ({ id, title })), use: chosen?.id ?? "", answer: chosen?.body ?? "" };
}
