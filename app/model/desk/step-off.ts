import { type LastDone, lateWords } from "./trail.ts";

/** Why a second step was not switched off: the outcomes of desk_step_off in the database. */
type Problem = "own" | "same" | "known" | "late" | "none";

/** Returns the sentence for a second step that was not switched off. Source: docs/product.md, "People at the desk". */
export function stepOffProblem(outcome: Problem, last: LastDone | null, now: Date): string {
  switch (outcome) {
    case "own":
      return "You can’t do this to your own second step. Use your profile.";
    case "same":
      return "You asked for it, so somebody else must confirm it.";
    case "known":
      return `${lateWords(last, "asked for it", now, "Somebody asked for it.")} You can confirm it below.`;
    case "late":
      return "Nobody has asked for it within a day. Please ask first.";
    case "none":
      return lateWords(last, "switched it off", now, "This person has no second step.");
  }
}
