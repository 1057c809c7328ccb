// The desk's command for a running sandbox, with the database keys of its data folder.
import { startOrExplain } from "#app/server/start-or-explain.server.ts";

await startOrExplain(async () => {
  const { env } = await import("#app/platform/env.server.ts");
  const { readOrMakeSecrets } = await import("./database/data-secrets.ts");
  const { publishableKey, secretKey } = await readOrMakeSecrets(env.dataDir);
  Object.assign(env.supabase, { publishableKey, secretKey });
  const { runDeskCommand } = await import("#app/accounts/desk-command.server.ts");
  process.exit(await runDeskCommand(process.argv.slice(2)));
});
