import { callLink, chatLink } from "#app/platform/brand.ts";

type Part = {
  id: number;
  side: "us" | "them" | "note";
  author?: string | null | undefined;
  body: string;
  when: string;
};
type AccountProps = {
  name: string | null;
  /** Whether the visitor was signed in to this account while writing. */
  isSignedIn: boolean;
  domains: readonly string[];
  orders: readonly { id: string; words: string }[];
};
type ThreadTextProps = {
  name: string;
  email: string;
  /** `e164`: the number in E.164. `words`: the number as people dial it. */
  phone: { e164: string; words: string } | null;
  subject: string;
  domain: string | null;
  isFailed: boolean;
  about: string;
  parts: readonly Part[];
  account: AccountProps | null;
};

/** Who wrote the message, what it is about, and who has taken it. */
export function ThreadHeader({
  name,
  email,
  phone,
  subject,
  domain,
  isFailed,
  about,
}: Omit<ThreadTextProps, "parts" | "account">) {
  return (
    <header className="flow">
      <p>
        <a className="inline-flex min-h-touch items-center" href="/desk/messages">
          Messages
        </a>
      </p>
      <h1 dir="auto" className="stranger">
        {subject}
      </h1>
      <p className="stranger">
        <bdi>{name}</bdi>, <bdi translate="no">{email}</bdi>
        {domain && (
          <>
            , about <bdi translate="no">{domain}</bdi>
          </>
        )}
      </p>
      {phone && (
        <p className="flex flex-wrap items-center gap-x-4">
          <a className="inline-flex min-h-touch items-center" href={callLink(phone.e164)}>
            Call {phone.words}
          </a>
          <a className="inline-flex min-h-touch items-center" href={chatLink(phone.e164)}>
            WhatsApp
          </a>
        </p>
      )}
      <p className="font-bold first-letter:uppercase">{about}</p>
      {isFailed && <p className="quiet">The contact service did not take this message.</p>}
    </header>
  );
}

/** A message with its answers and notes, oldest first, and the account that has its address. */
export function ThreadText({ name, parts, account }: Pick<ThreadTextProps, "name" | "parts" | "account">) {
  return (
    <div className="flow">
      <ol className="ruled">
        {parts.map(({ id, side, author, body, when }) => (
          <li key={id} className={side === "note" ? "bg-sunk px-3" : undefined}>
            <p className="quiet">
              <b>{labelOf(side, name, author)}</b>, {when}
            </p>
            <p dir="auto" className="stranger">
              {body}
            </p>
          </li>
        ))}
      </ol>
      {account && <AccountBox {...account} />}
    </div>
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

function AccountBox({ name, isSignedIn, domains, orders }: AccountProps) {
  return (
    <details>
      <summary className="min-h-touch cursor-pointer py-2 font-bold underline">
        This address has an account: {domains.length === 1 ? "1 name" : `${domains.length} names`},{" "}
        {orders.length === 1 ? "1 order" : `${orders.length} orders`}
      </summary>
      <div className="flow">
        <p>
          <bdi>{name}</bdi>.{" "}
          {isSignedIn
            ? "This message was written while signed in."
            : "Anybody can type this address in the form, so make sure who wrote."}
        </p>
        {domains.length > 0 && (
          <p className="wrap-anywhere" translate="no">
            {domains.join(", ")}
          </p>
        )}
        {orders.length > 0 && (
          <ul>
            {orders.map(({ id, words }) => (
              <li key={id}>
                <a className="inline-flex min-h-touch items-center wrap-anywhere" href={`/desk/orders/${id}`}>
                  {words}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </details>
  );
}
