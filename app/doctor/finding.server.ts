/**
 * `good`: as it should be. `warning`: it works, but something is odd or ends soon. `bad`: visitors would notice. `off`: a feature
 * is off because its setting is missing. `manual`: the site's keys cannot read it, so a person must check it.
 */
export type State = "good" | "warning" | "bad" | "off" | "manual";

/** The result of a check: `message` is a sentence, `advice` says what to do about it. */
export type Finding = { state: State; message: string; advice?: string };

/** One check. It changes nothing. */
export type Check = {
  /** Begins the check's line in the report. Documents and alarms name it, so it must not change. */
  name: string;
  /** Why it matters: what visitors see when it is bad. */
  why: string;
  run: () => Finding | Promise<Finding>;
};

/** A check with its finding: one line of the report. */
export type Line = Finding & Pick<Check, "name" | "why">;

export const good = (message: string): Finding => ({ state: "good", message });
export const warning = (message: string, advice: string): Finding => ({ state: "warning", message, advice });
export const bad = (message: string, advice: string): Finding => ({ state: "bad", message, advice });
export const manual = (message: string, advice: string): Finding => ({ state: "manual", message, advice });
/** `setting` is missing; `visitors` says what they see instead. */
export const off = (setting: string, visitors: string): Finding => ({
  state: "off",
  message: `Off, because ${setting} is not set: ${visitors}.`,
});
