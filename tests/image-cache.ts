/** Gives each test of the file that imports this a temporary folder for cached images of other hosts. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, vi } from "vitest";
import { createConnections } from "#app/pictures/connect.api.server.ts";
import { createImages } from "#app/pictures/images.api.server.ts";
import { log } from "#app/platform/log.server.ts";
import "./upstream-provider.ts";

export let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "images-"));
  vi.spyOn(log, "warn").mockImplementation(() => {});
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Returns the image gateway for these origins, with connections to this computer allowed by default. */
export function imagesOf(origins: string[], { connections = createConnections(true) } = {}) {
  return createImages({ origins, folder, connections });
}

/** Returns 200, or the status of a failure. */
export async function statusOf(found: Promise<{ ok: boolean; status?: number }>) {
  const result = await found;
  return result.ok ? 200 : result.status;
}
