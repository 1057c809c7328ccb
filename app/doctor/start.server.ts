// `node build/server/doctor.js`: checks every setting and service of the site. It changes nothing.
import { bad, parseDoctorOptions, printReport, USAGE } from "./report.server.ts";

const options = parseDoctorOptions(process.argv.slice(2));
if (options === undefined) {
  process.stderr.write(USAGE);
  process.exit(1);
}
const settingsError = await import("#app/platform/env.server.ts").then(() => undefined, explain);
if (settingsError !== undefined) {
  const why = "The site does not start with them, so nothing else can be tried yet.";
  const line = {
    name: "settings",
    why,
    ...bad(settingsError, "Mend them, and run this again: .env.example says what each is."),
  };
  process.exit(await printReport({ mode: "a site", address: "no address yet" }, [line], options.json));
}
const { runDoctor } = await import("./run-doctor.server.ts");
process.exit(await runDoctor(options));

/** Returns the message of a SettingsError. Throws any other error, which is a bug. */
function explain(error: unknown): string {
  if (error instanceof Error && error.name === "SettingsError") return error.message;
  throw error;
}
