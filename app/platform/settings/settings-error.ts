/** Thrown if a setting is missing or cannot be used. Its message is the one sentence to print. */
export class SettingsError extends Error {
  override name = "SettingsError";
}

/** Throws the sentence about settings that cannot be used, if there are any. */
export function refuseSettings(wrong: readonly string[]): void {
  if (wrong.length > 0)
    throw new SettingsError(`These settings cannot be used: ${wrong.join(", ")}. See .env.example.`);
}

/** Runs `read`, and adds to its SettingsError the names without effect, of which one may be the setting that is missing. */
export function namingUnknown<T>(unknown: readonly string[], read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SettingsError) || unknown.length === 0) throw error;
    throw new SettingsError(`${error.message} Names without effect: ${unknown.join(", ")}.`);
  }
}
