import type { FormReply } from "#app/model/form-reply.ts";
import type { Gate } from "./bot-check-gate.ts";
import { ChallengeFields } from "./challenge-fields.tsx";
import type { BotCheckState } from "./use-bot-check.ts";

type BotCheckProps = {
  form: string;
  question: FormReply["question"];
  /** The moment the form was drawn, signed by the server. */
  stamp: string;
  check: Pick<BotCheckState, "box" | "gate" | "hasWidget" | "isDrawn">;
};

/**
 * The fields by which the server knows a person, and the box of the widget. The box has its height from the beginning: a
 * button that moves when the widget comes is a button that is missed. Its names are read by use-cases/bot-protection/bot-check.server.ts.
 */
export function BotCheck({ form, question, stamp, check: { box, gate, hasWidget, isDrawn } }: BotCheckProps) {
  return (
    <>
      <ChallengeFields form={form} question={question} />
      {hasWidget && (
        <div className="bot-check">
          <p hidden={isDrawn}>
            <b>Can’t show the bot check?</b> Send the form anyway. We may ask you one extra question.
          </p>
          <div ref={box} />
        </div>
      )}
      <input type="hidden" name="stamp" value={stamp} />
      <input type="hidden" name="turnstileToken" value={gate.token} />
    </>
  );
}

/** The id of the line under a form's button that says why it has to wait. */
export function botCheckLineId(form: string): string {
  return `${form}-bot-check`;
}

const LINES: Partial<Record<Gate["state"], string>> = {
  waiting: "One moment: the bot check is still running.",
  released: "No bot check? You can send the form without it.",
};

/** The line itself. It is in the page from the beginning, and keeps its place when there is nothing to say. */
export function BotCheckLine({ form, gate }: { form: string; gate: Gate }) {
  return (
    <p className="quiet bot-check-line" role="status" id={botCheckLineId(form)}>
      {LINES[gate.state]}
    </p>
  );
}
