import { createServer } from "node:http";
import { startClock } from "../mocks/workbench/shift-date.js";
import { checkNode, giveUp, installIfStale, isRealSite } from "./prepare.js";

checkNode();
installIfStale();
process.env.NODE_ENV = "development";
// Before any module that could keep the machine's `Date`.
if (!isRealSite()) startClock(process.env.SANDBOX_CLOCK);
// msw reads localStorage, and newer versions of Node warn when it has no file.
Reflect.deleteProperty(globalThis, "localStorage");

const { createServer: createVite } = await import("vite");
const server = createServer();
const vite = await createVite({ server: { middlewareMode: true, hmr: { server } }, appType: "custom" });
// Remix's plugin starts its own Vite, which would end the process on SIGTERM before the database is closed.
process.removeAllListeners("SIGTERM");

/** Imports a project module in its current version. */
const load = (path) => vite.ssrLoadModule(path);
const { startDevelopment } = await load("/mocks/development.ts");
try {
  const { port, host, handle, close } = await startDevelopment(load);
  server.on("request", (req, res) => {
    // Vite serves the browser's modules; everything else is a page.
    vite.middlewares(req, res, () => handle(req, res));
  });
  server.once("error", (error) => giveUp(`${host}:${port} can't be used (${error.code}).`));
  server.listen(port, host, () =>
    process.stdout.write(`Mtandao is at http://${host}:${port}/ (development, with live reload)\n`),
  );
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, async () => {
      await close();
      process.exit(0);
    });
  }
} catch (error) {
  giveUp(error.message);
}
