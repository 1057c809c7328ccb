/** Serves the built site with a home page whose component throws and a search page whose loader throws. */
import { createServer } from "node:http";
import { createRequestHandler } from "@remix-run/node";
import { createRequestListener } from "@remix-run/node-fetch-server";

process.env.NODE_ENV = "production";
const build = await import("../../build/server/index.js");

const fail = () => {
  throw new Error("a secret of the program");
};
const broken = { "routes/home/page": { default: fail }, "routes/domains/search": { loader: fail } };
const routes = { ...build.routes };
for (const [id, exports] of Object.entries(broken)) {
  routes[id] = { ...routes[id], module: { ...routes[id].module, ...exports } };
}
const handle = createRequestHandler({ ...build, routes }, "production");
createServer(createRequestListener((request) => handle(request))).listen(Number(process.env.PORT), "127.0.0.1");
