/**
 * A process of its own that opens a data folder and writes rows until it is killed. It prints the address of each row
 * that the database has acknowledged, or the one sentence that kept it from opening.
 */
import { createServer } from "vite";

const vite = await createServer({
  configFile: false,
  appType: "custom",
  logLevel: "silent",
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
const { env } = await vite.ssrLoadModule("/app/env.server.ts");
const { server } = await vite.ssrLoadModule("/mocks/node.ts");
const { openEmbedded } = await vite.ssrLoadModule("/mocks/database/embedded.ts");
const { trustedClient } = await vite.ssrLoadModule("/app/gateways/supabase/client.server.ts");
try {
  const { keys } = await openEmbedded({ dataDir: process.argv[2] });
  Object.assign(env.supabase, keys);
  server.listen();
} catch (error) {
  console.log(`${error.name}: ${error.message}`);
  process.exit(1);
}
const supabase = trustedClient();
for (let count = 0; ; count++) {
  const email = `row-${process.pid}-${count}@example.co.ke`;
  const { error } = await supabase.from("newsletter_pending").insert({ email });
  if (!error) process.stdout.write(`${email}\n`);
}
