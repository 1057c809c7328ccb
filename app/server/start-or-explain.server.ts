const EXPLAINED = new Set(["SettingsError", "StartError", "DataFolderError"]);

/**
 * Runs a start and gives the process an end that a person understands: one sentence for a cause they can mend (by the
 * error's name, because the settings may be what fails to load), the whole error for a fault of ours.
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
