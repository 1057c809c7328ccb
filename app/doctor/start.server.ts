// `node build/server/doctor.js`: tries every setting and service of this site, and changes nothing.
import { bad } from "./finding.server.ts";
import { tell } from "./report.server.ts";
import { readWishes, USAGE } from "./wishes.server.ts";

const wishes = readWishes(process.argv.slice(2));
if (wishes === undefined) {
  process.stderr.write(USAGE);
  process.exit(1);
}
const problem = await import("#app/env.server.ts").then(() => undefined, explain);
if (problem !== undefined) {
  const why = "The site does not start with them, so nothing else can be tried yet.";
  const line = {
    name: "settings",
    why,
    ...bad(problem, "Mend them, and run this again: .env.example says what each is."),
  };
  process.exit(await tell({ mode: "a site", address: "no address yet" }, [line], wishes.json));
}
const { examine } = await import("./examine.server.ts");
process.exit(await examine(wishes));

/** The sentence of settings that cannot be used; what else went wrong is a fault of ours. */
function explain(error: unknown): string {
  if (error instanceof Error && error.name === "SettingsError") return error.message;
  throw error;
}
