import type { FormReply } from "#app/platform/http/form-reply.ts";
import { ChallengeFields } from "./challenge-fields.tsx";
import type { BotCheckState, Gate } from "./use-bot-check.ts";

type BotCheckProps = {
  form: string;
  challenge: FormReply["challenge"];
  /** The signed time at which the server rendered the form. */
  stamp: string;
  check: Pick<BotCheckState, "gate">;
};

/** The fields of the bot check, which `platform/abuse/bot-check.server.ts` reads. */
export function BotCheck({ form, challenge, stamp, check: { gate } }: BotCheckProps) {
  return (
    <>
      <ChallengeFields form={form} challenge={challenge} />
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
  released: "No bot check? You can send the form without it. We may ask you one extra question.",
};

type BotCheckLineProps = { form: string; check: Pick<BotCheckState, "box" | "gate" | "hasWidget"> };

/**
 * The line under a form's button, and the box of the widget, which shows itself only to somebody who has to press it. The line is
 * always in the page, because it is a live region.
 */
export function BotCheckLine({ form, check: { box, gate, hasWidget } }: BotCheckLineProps) {
  return (
    hasWidget && (
      <div className="bot-check">
        <p className="quiet" role="status" id={botCheckLineId(form)}>
          {LINES[gate.state] ?? "We check that you are not a robot."}
        </p>
        <div ref={box} />
      </div>
    )
  );
}
