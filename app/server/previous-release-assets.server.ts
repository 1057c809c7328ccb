import { createHash, randomUUID } from "node:crypto";
import { copyFile, link, lstat, mkdir, readdir, rename, rm, utimes } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { nowDate } from "#app/platform/clock.ts";
import { log } from "#app/platform/log.server.ts";
import { distanceFromNowMs } from "#app/platform/text/monotonic-clock.ts";
import { pathOf } from "./request-facts.server.ts";

/** A handler that responds, or calls `next`. */
export type Serve = (req: IncomingMessage, res: ServerResponse, next: () => void) => void;

/** The number of previous releases whose pages may still be open in a browser (decision 042). */
const PREVIOUS_RELEASES = 2;
/** The path of a file with a hashed name, as Vite makes them. Requests for other paths go to the next handler. */
const ASSET = /^\/assets\/\w[\w.-]*$/;
const ASSETS = "assets";
/** An unfinished copy that is older than this belongs to a dead process. */
const ABANDONED_MS = 3600_000;

/**
 * Copies the hashed files of the running release to `folder`, keeps those of the two previous releases and removes older ones.
 * An open page of a previous release can then still load its scripts. Processes may share the folder. Never rejects: if the
 * folder cannot be written, only the files of the running release are served.
 */
export async function saveReleaseAssets(clientFolder: string, folder: string): Promise<void> {
  try {
    const builtAssets = path.join(clientFolder, ASSETS);
    const names = (await readdir(builtAssets)).sort();
    // File names contain content hashes, so their hash identifies the release.
    const release = createHash("sha256").update(names.join()).digest("hex").slice(0, 16);
    if (!(await listReleases(folder)).includes(release))
      await copyAtomically(builtAssets, names, path.join(folder, release));
    // Releases are ordered by their last start, so a rollback makes a release the newest.
    await utimes(path.join(folder, release), nowDate(), nowDate());
    await removeOldReleases(folder, release);
  } catch (error) {
    log.warn({ reason: error instanceof Error && "code" in error ? error.code : String(error) }, "assets not kept");
  }
}

/**
 * Returns a handler for files of the releases in `folder`. `serveFolder` creates the handler of one release. The folder is read
 * at each request, because another process may have added a release. Such requests are rare, because files of the running
 * release are served first.
 */
export function previousReleaseAssets(folder: string, serveFolder: (folder: string) => Serve): Serve {
  const served = new Map<string, Serve>();
  return async (req, res, next) => {
    if (!ASSET.test(pathOf(req))) return next();
    const releases = await listReleases(folder);
    for (const removed of [...served.keys()].filter((name) => !releases.includes(name))) served.delete(removed);
    const serve = ([release, ...others]: string[]) => {
      if (release === undefined) return next();
      const handler = served.get(release) ?? serveFolder(path.join(folder, release));
      served.set(release, handler);
      try {
        handler(req, res, () => serve(others));
      } catch {
        // Another process has removed the release meanwhile.
        serve(others);
      }
    };
    serve(releases);
  };
}

/** Returns the names of the completely copied releases. */
async function listReleases(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => !name.startsWith("."));
}

/** Copies a release's files atomically, also if several processes do so at once. */
async function copyAtomically(source: string, names: string[], target: string): Promise<void> {
  const unfinished = path.join(path.dirname(target), `.${randomUUID()}`);
  await mkdir(path.join(unfinished, ASSETS), { recursive: true });
  for (const name of names) {
    const [from, to] = [path.join(source, name), path.join(unfinished, ASSETS, name)];
    // These files never change, so a hard link is enough. Hard links between two disks fail, so there the file is copied.
    await link(from, to).catch(() => copyFile(from, to));
  }
  await rename(unfinished, target).catch(async (error) => {
    await rm(unfinished, { recursive: true, force: true });
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
  });
}

async function removeOldReleases(folder: string, release: string): Promise<void> {
  const found = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      // Another process may have removed or renamed the folder meanwhile. lstat, because the target of a link does not matter.
      const stats = await lstat(path.join(folder, name)).catch(() => undefined);
      return { name, at: stats?.mtimeMs ?? 0 };
    }),
  );
  const others = found.filter(({ name }) => name !== release).sort((a, b) => b.at - a.at);
  const old = others.filter(({ name }) => !name.startsWith(".")).slice(PREVIOUS_RELEASES);
  const unfinished = others.filter(({ name, at }) => name.startsWith(".") && distanceFromNowMs(at) > ABANDONED_MS);
  await Promise.all(
    [...old, ...unfinished].map(({ name }) => rm(path.join(folder, name), { recursive: true, force: true })),
  );
}
