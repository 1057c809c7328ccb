import { readFile } from "node:fs/promises";
import path from "node:path";
import { HttpResponse, http } from "msw";
import sharp from "sharp";
import { projectRows } from "../data/projects.ts";
import { DEMO_PAGES, demoPage } from "../demo-pages.ts";
import { neverAnswer, waitAs } from "../faults.ts";
import { malformed, unknownCall } from "../malformed.ts";

/** How the worker answers; a list has nothing in it that could ask for a fault, so it is told beforehand. */
export const PROJECTS_MODES = ["ok", "empty", "odd", "refuse", "slow", "timeout", "error500", "garbage"] as const;
type Mode = (typeof PROJECTS_MODES)[number];

const PICTURES = ["dhow", "clinic"];

let mode: Mode = "ok";

/** Makes the worker answer so from now on. Gives back whether it knows the word. */
export function setProjectsMode(asked: string): boolean {
  const known = PROJECTS_MODES.find((word) => word === asked);
  mode = known ?? mode;
  return known !== undefined;
}

/** The worker that lists projects, its pictures, and the demo pages of two of them. `…/projects/error500` always fails so. */
export const projectsHandlers = [
  http.get("*/worker/projects", ({ request }) => list(request, mode)),
  http.get("*/worker/projects/:mode", ({ request, params }) => {
    const asked = PROJECTS_MODES.find((word) => word === params.mode);
    return asked ? list(request, asked) : malformed(request, "this is no way to answer");
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

async function list(request: Request, how: Mode): Promise<Response> {
  if (!request.headers.get("Accept")?.includes("application/json")) {
    return malformed(request, "the header Accept must ask for application/json");
  }
  if (how === "timeout") return neverAnswer(request);
  await waitAs(how);
  const rows = projectRows(new URL(request.url).origin);
  switch (how) {
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

/** A drawing of ours as the large bitmap that a photograph would be. */
async function drawing(name: string): Promise<Buffer> {
  const svg = await readFile(path.resolve("public/pictures", `project-${name}.svg`));
  return sharp(svg).resize(1600, 900).png({ palette: true }).toBuffer();
}
