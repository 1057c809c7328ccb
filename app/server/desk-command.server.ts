// `node build/server/desk.js`: what the last member of staff needs on the server when the desk is closed to them.
import { startOrExplain } from "./start-or-explain.server.ts";

await startOrExplain(async () => {
  // Loaded first, so that invalid settings are reported in one sentence.
  await import("#app/platform/env.server.ts");
  const { runDeskCommand } = await import("#app/accounts/desk-command.server.ts");
  process.exit(await runDeskCommand(process.argv.slice(2)));
});
