/**
 * `good`: as it should be. `look`: it works, and something is odd or ends soon. `bad`: a visitor would notice. `off`: a setting
 * is not there, and with it a feature. `unseen`: nothing here can read it; a person has to look.
 */
export type State = "good" | "look" | "bad" | "off" | "unseen";

/** What a check has found: `says` is a sentence, `todo` what to do about it. */
export type Finding = { state: State; says: string; todo?: string };

/** One thing that is tried, without changing it. */
export type Check = {
  /** What its line begins with. Texts name it, so it stays. */
  name: string;
  /** Why it matters: what visitors see when it is bad. */
  why: string;
  look: () => Finding | Promise<Finding>;
};

export const good = (says: string): Finding => ({ state: "good", says });
export const look = (says: string, todo: string): Finding => ({ state: "look", says, todo });
export const bad = (says: string, todo: string): Finding => ({ state: "bad", says, todo });
export const unseen = (says: string, todo: string): Finding => ({ state: "unseen", says, todo });
/** `setting`: the one that is not set; `visitors`: what they see instead. */
export const off = (setting: string, visitors: string): Finding => ({
  state: "off",
  says: `Off, because ${setting} is not set: ${visitors}.`,
});
