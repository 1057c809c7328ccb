/** Errors whose message is one sentence to print. They are known by name, because importing the settings may fail. */
const EXPLAINED = new Set(["SettingsError", "StartError", "DataFolderError"]);

/**
 * Starts the site. If that fails, exits with 1 after one sentence for a cause that a person can correct, else the whole error.
 */
export async function startOrExplain(start: () => Promise<unknown>): Promise<void> {
  try {
    await start();
  } catch (error) {
    if (error instanceof Error && EXPLAINED.has(error.name)) process.stderr.write(`${error.message}\n`);
    else console.error(error);
    process.exit(1);
  }
}
