import { greeted } from "#app/contact/greeting.ts";
import type { ThreadView } from "../thread-view.server.ts";
import { SideRows } from "./panes.tsx";
import { type SavedAnswers, ThreadForms } from "./thread-forms.tsx";
import { ThreadHeader, ThreadText } from "./thread-text.tsx";
import { Writers } from "./writers.tsx";

type ThreadPaneProps = { view: ThreadView; answers: SavedAnswers; headingAs: "h1" | "h2" };

/** A message with its answers and forms. */
export function ThreadPane({ view, answers, headingAs }: ThreadPaneProps) {
  const { thread, tag, age, isThread, forms } = view;
  return (
    <>
      <ThreadHeader {...thread} tag={tag} age={age} headingAs={headingAs} />
      <ThreadText {...thread} />
      <Writers>
        {isThread && <ThreadForms {...forms} answers={{ ...answers, answer: greeted(thread.name, answers.answer) }} />}
      </Writers>
    </>
  );
}

/** What the account with the message's address has, and other messages from this address. */
export function ThreadSide({ view: { who, account, messages } }: { view: ThreadView }) {
  return (
    <>
      <section>
        <h2>Account</h2>
        {account === null ? (
          <p className="quiet">No account has this address.</p>
        ) : (
          <p>
            <bdi>{account.name}</bdi>.{" "}
            {account.isSignedIn
              ? "This message was written while signed in."
              : "Anybody can type this address in the form, so make sure who wrote."}
          </p>
        )}
      </section>
      {account && (
        <>
          {account.domains.length > 0 && (
            <section>
              <h2>{who}’s domains</h2>
              <p className="wrap-anywhere" translate="no">
                {account.domains.join(", ")}
              </p>
            </section>
          )}
          <SideRows heading={`${who}’s orders`} rows={account.orders} />
        </>
      )}
      <SideRows heading={`${who}’s other messages`} rows={messages} />
    </>
  );
}
