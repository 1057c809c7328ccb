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
const { openEmbedded } = await vite.ssrLoadModule("/app/gateways/supabase/embedded.server.ts");
const { trustedClient } = await vite.ssrLoadModule("/app/gateways/supabase/client.server.ts");
try {
  await openEmbedded({ dataDir: process.argv[2] });
} catch (error) {
  console.log(`${error.name}: ${error.message}`);
  process.exit(1);
}
const supabase = await trustedClient();
for (let count = 0; ; count++) {
  const email = `row-${process.pid}-${count}@example.co.ke`;
  const { error } = await supabase.from("newsletter_pending").insert({ email });
  if (!error) process.stdout.write(`${email}\n`);
}
