import { redirectTarget, type SiteBrowser, type Way } from "./site-browser.ts";

/** The ways in which a form is sent twice. Each returns the responses, and stores the cookies that the browser would have got before the last. */
export const RESUBMISSIONS = {
  /** Two presses before the first response: the browser follows the second. */
  "pressed twice": (send: Send) => Promise.all([send(), send()]),
  /** The site processed the form, but its response was lost with its cookies. */
  "sent again after a lost response": async (send: Send) => [await send(), await send()],
  /** Back, and the same form again, with the cookies of the first response. */
  "sent again after its success": async (send: Send, browser: SiteBrowser) => {
    const first = await send();
    browser.take(first);
    const goal = redirectTarget(first);
    if (goal !== undefined) await browser.open(goal);
    return [first, await send()];
  },
};
type Send = () => ReturnType<SiteBrowser["send"]>;
type Manner = keyof typeof RESUBMISSIONS;

const isLong = process.env.LONG === "1";
const WAYS: readonly Way[] = ["without scripts", "with scripts"];
/** Each kind of resubmission without scripts or with them, in turns; with LONG=1 each with both. */
export const RESUBMISSION_MODES = WAYS.flatMap((way, first) =>
  Object.keys(RESUBMISSIONS)
    .filter((_manner, index) => isLong || index % WAYS.length === first)
    .map((manner) => [way, manner as Manner] as const),
);
