import { readFile } from "node:fs/promises";
import path from "node:path";
import { HttpResponse, http } from "msw";
import sharp from "sharp";
import { projectRows } from "../data/projects.ts";
import { DEMO_PAGES, demoPage } from "../demo-pages.ts";
import { delayIfSlow, neverRespond } from "../faults.ts";
import { malformed, unknownCall } from "../malformed.ts";

/** The worker's responses. A request for the list has no input for a magic word, so a mode is set instead. */
export const PROJECTS_MODES = ["ok", "empty", "odd", "refuse", "slow", "timeout", "error500", "garbage"] as const;
type Mode = (typeof PROJECTS_MODES)[number];

const PICTURES = ["dhow", "clinic"];

let currentMode: Mode = "ok";

/** Sets the worker's mode. Returns false for an unknown mode. */
export function setProjectsMode(mode: string): boolean {
  const known = PROJECTS_MODES.find((word) => word === mode);
  currentMode = known ?? currentMode;
  return known !== undefined;
}

/** The worker that lists projects, their pictures and two demo pages. `…/projects/error500` always responds in that mode. */
export const projectsHandlers = [
  http.get("*/worker/projects", ({ request }) => list(request, currentMode)),
  http.get("*/worker/projects/:mode", ({ request, params }) => {
    const mode = PROJECTS_MODES.find((word) => word === params.mode);
    return mode ? list(request, mode) : malformed(request, "unknown mode");
  }),
  http.get("*/worker/pictures/:name", async ({ params }) => {
    const name = PICTURES.find((picture) => params.name === `${picture}.png`);
    if (name === undefined) return new HttpResponse("No such picture.\n", { status: 404 });
    return new HttpResponse(new Uint8Array(await drawing(name)), { headers: { "Content-Type": "image/png" } });
  }),
  http.get("*/demos/:name", ({ params }) => {
    const words = DEMO_PAGES[String(params.name)];
    return words ? HttpResponse.html(demoPage(words)) : new HttpResponse("No such demo.\n", { status: 404 });
  }),
  http.all("*/worker/*", unknownCall),
  http.all("*/demos/*", unknownCall),
];

async function list(request: Request, mode: Mode): Promise<Response> {
  if (!request.headers.get("Accept")?.includes("application/json")) {
    return malformed(request, "the header Accept must ask for application/json");
  }
  if (mode === "timeout") return neverRespond(request);
  await delayIfSlow(mode);
  const rows = projectRows(new URL(request.url).origin);
  switch (mode) {
    case "empty":
      return HttpResponse.json({ success: true, result: [] });
    case "odd":
      return HttpResponse.json({ success: true, result: [null, { id: 1 }, { title: "No id" }, ...rows.slice(0, 2)] });
    case "refuse":
      return HttpResponse.json({ success: false, error: "The list is being rebuilt." });
    case "error500":
      return HttpResponse.json({ success: false, error: "Internal error." }, { status: 500 });
    case "garbage":
      return new HttpResponse('{"success": true, "result": [{', { headers: { "Content-Type": "application/json" } });
    default:
      return HttpResponse.json({ success: true, result: rows });
  }
}

/** Returns one of our drawings as a PNG of the size of a photograph. */
async function drawing(name: string): Promise<Buffer> {
  const svg = await readFile(path.resolve("public/pictures", `project-${name}.svg`));
  return sharp(svg).resize(1600, 900).png({ palette: true }).toBuffer();
}
