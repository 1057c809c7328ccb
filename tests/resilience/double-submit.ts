import { redirectTarget, type SiteBrowser, type Way } from "./site-browser.ts";

/** How something is sent twice. Each gives the replies back, and takes what the browser would have taken before the last. */
export const RESUBMISSIONS = {
  /** Two presses before the first answer: the browser takes the second one's. */
  "pressed twice": (send: Send) => Promise.all([send(), send()]),
  /** The site did it, and its answer never came: nothing of it is taken. */
  "sent again after a lost answer": async (send: Send) => [await send(), await send()],
  /** Back, and the same form once more, with what the first answer brought. */
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
/** Each manner without scripts or with them, in turns; in the long run each with both. */
export const RESUBMISSION_MODES = WAYS.flatMap((way, first) =>
  Object.keys(RESUBMISSIONS)
    .filter((_manner, index) => isLong || index % WAYS.length === first)
    .map((manner) => [way, manner as Manner] as const),
);
