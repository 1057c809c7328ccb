import type { FormReply } from "#app/platform/http/form-reply.ts";
import { ChallengeFields } from "./challenge-fields.tsx";
import type { BotCheckState, Gate } from "./use-bot-check.ts";

type BotCheckProps = {
  form: string;
  challenge: FormReply["challenge"];
  /** The signed time at which the server rendered the form. */
  stamp: string;
  check: Pick<BotCheckState, "box" | "gate" | "hasWidget" | "isWidgetShown">;
};

/**
 * The fields of the bot check and the box of its widget. The box has its full height from the start, so that the button below
 * does not move when the widget arrives. `platform/abuse/bot-check.server.ts` reads the fields.
 */
export function BotCheck({ form, challenge, stamp, check: { box, gate, hasWidget, isWidgetShown } }: BotCheckProps) {
  return (
    <>
      <ChallengeFields form={form} challenge={challenge} />
      {hasWidget && (
        <div className="bot-check">
          <p hidden={isWidgetShown}>
            {gate.state === "released" ? (
              <>
                <b>Can’t show the bot check?</b> Send the form anyway. We may ask you one extra question.
              </>
            ) : (
              "We check that you are not a robot."
            )}
          </p>
          <div ref={box} />
        </div>
      )}
      <input type="hidden" name="stamp" value={stamp} />
      <input type="hidden" name="turnstileToken" value={gate.token} />
    </>
  );
}

/** The id of the line under a form's button that says why the form waits. */
export function botCheckLineId(form: string): string {
  return `${form}-bot-check`;
}

const LINES: Partial<Record<Gate["state"], string>> = {
  waiting: "One moment: the bot check is still running.",
  released: "No bot check? You can send the form without it.",
};

/** The line itself: always in the page, with a fixed height, because it is a live region. */
export function BotCheckLine({ form, gate }: { form: string; gate: Gate }) {
  return (
    <p className="quiet bot-check-line" role="status" id={botCheckLineId(form)}>
      {LINES[gate.state]}
    </p>
  );
}
