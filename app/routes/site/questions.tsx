import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { takesPayments } from "#app/orders/new-bill.server.ts";
import { promises } from "#app/orders/promises.server.ts";
import { callLink, chatLink } from "#app/platform/brand.ts";
import { publicPage } from "#app/platform/http/cache-headers.server.ts";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { Words } from "#app/ui/primitives/words.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { useRootData } from "#app/ui/shell/use-root-data.ts";

export const handle = { hydrate: "never" };

export const headers = () => publicPage();

export const meta = staticMeta({
  title: "Questions and answers",
  description: "How you pay, when a name is ready, who owns it, and how to move to us.",
});

export function loader() {
  const { answerTime, payment, vat, moving, moneyBack } = promises;
  return { answerTime, payment, vat, moving, moneyBack, ...(takesPayments && { takesPayments }) };
}

const LINK = "inline-flex min-h-touch items-center font-bold";

type Promises = ReturnType<typeof loader>;

/** The questions that people ask before they buy. The answers promise no more than the terms and the agency's settings. */
const questions = ({
  answerTime,
  payment,
  vat,
  moneyBack,
  takesPayments: isPaidHere,
}: Promises): { question: string; answer: ReactNode }[] => [
  {
    question: "How do I pay?",
    answer: (
      <p>
        <Words>{[payment, !isPaidHere && "Nothing is charged on this site.", vat].filter(Boolean).join(" ")}</Words>
      </p>
    ),
  },
  {
    question: "What does a name cost after the first year?",
    answer: (
      <>
        <p>You see both prices side by side before you order: the first year, and each year after.</p>
        <Link to="/domains/pricing" className={LINK}>
          See all prices
        </Link>
      </>
    ),
  },
  {
    question: "How soon is my name ready?",
    answer: <p>We register it and e-mail you, {answerTime}. Names under .ke are registered with KeNIC.</p>,
  },
  {
    question: "Who owns the name?",
    answer: <p>You do, from the day it is registered. You may move it to another provider.</p>,
  },
  {
    question: "What if I forget to renew?",
    answer: (
      <p>
        We e-mail you 60, 30, 15 and 1 day before the last day. After that day your website and mail may stop. For a
        while you can still renew.
      </p>
    ),
  },
  {
    question: "Can my website stay with Wix, Shopify or WordPress.com?",
    answer: (
      <p>Yes. Choose your provider in your account. You see every change before it is made, and your mail stays.</p>
    ),
  },
  {
    question: "Can I cancel an order?",
    answer: (
      <p>
        Yes, until we have carried it out.{" "}
        {moneyBack ?? "After that the registry keeps the money, and we cannot pay it back."}
      </p>
    ),
  },
  {
    question: "Who helps me when something does not work?",
    answer: (
      <>
        <p>We do. We answer, {answerTime}.</p>
        <Reach />
      </>
    ),
  },
];

/** All ways to reach the agency that its settings have. */
function Reach() {
  const { phone, whatsapp } = useRootData()?.brand ?? {};
  return (
    <p className="flex flex-wrap gap-x-4">
      <Link to="/contact" className={LINK}>
        Write to us
      </Link>
      {phone && (
        <a href={callLink(phone)} className={LINK}>
          Call {phone}
        </a>
      )}
      {whatsapp && (
        <a href={chatLink(whatsapp)} className={LINK}>
          WhatsApp
        </a>
      )}
    </p>
  );
}

const MOVE = [
  "Ask your current provider to unlock your name and to send you its transfer code.",
  "Create an account here and order a transfer with the code.",
  "Your current provider asks you to agree. A move takes up to a week.",
  "Your website and mail keep working, because your records stay where they are. You can bring them to us later, in your account under Import.",
];

export default function QuestionsPage() {
  const promised = useLoaderData<typeof loader>();
  return (
    <div className="page section columns">
      <div className="flow">
        <h1>Questions and answers</h1>
        {questions(promised).map(({ question, answer }) => (
          <section key={question} className="flow mt-8">
            <h2 className="text-xl">{question}</h2>
            {answer}
          </section>
        ))}
      </div>
      <section className="flow" id="move" aria-labelledby="move-title">
        <h2 id="move-title">Move to us</h2>
        <ol className="ruled">
          {MOVE.map((step, index) => (
            <li key={step}>
              <b>{index + 1}. </b>
              {step}
            </li>
          ))}
        </ol>
        {promised.moving && <p>{promised.moving}</p>}
        <ButtonLink to="/dashboard/orders/new?kind=transfer">Move a name to us</ButtonLink>
      </section>
    </div>
  );
}
