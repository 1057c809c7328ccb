import { createHash, randomUUID } from "node:crypto";
import { copyFile, link, lstat, mkdir, readdir, rename, rm, utimes } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { log } from "#app/log.server.ts";
import { nowDate } from "#app/model/clock.ts";
import { msFromNow } from "#app/model/monotonic-clock.ts";
import { pathOf } from "./path-of.server.ts";

/** Answers a request, or has the next one do it. */
export type Serve = (req: IncomingMessage, res: ServerResponse, next: () => void) => void;

/** Releases before the running one whose pages may still be open somewhere (decision 042). */
const RELEASES_BEFORE = 2;
/** Hashed names, as Vite makes them; nothing else is looked for. */
const ASSET = /^\/assets\/\w[\w.-]*$/;
const ASSETS = "assets";
/** A copy that is older than this, and still is none, was left by a process that is gone. */
const LEFT_BEHIND_MS = 3600_000;

/**
 * Keeps the hashed files of a build in `folder`, and there those of the two releases that were started before it. Processes
 * may share the folder. Never rejects: where nothing can be written, only the build's own files are answered.
 */
export async function saveReleaseAssets(clientFolder: string, folder: string): Promise<void> {
  try {
    const own = path.join(clientFolder, ASSETS);
    const names = (await readdir(own)).sort();
    // The names hold the hashes of what is in the files: other files, another release.
    const release = createHash("sha256").update(names.join()).digest("hex").slice(0, 16);
    if (!(await releasesIn(folder)).includes(release)) await copyWhole(own, names, path.join(folder, release));
    // The order is that of the last starts, so that going back to a release makes it the newest.
    await utimes(path.join(folder, release), nowDate(), nowDate());
    await removeOld(folder, release);
  } catch (error) {
    log.warn({ reason: error instanceof Error && "code" in error ? error.code : String(error) }, "assets not kept");
  }
}

/**
 * Answers with a file of a release that is kept in `folder`, by whatever `serveFolder` makes of it. The folder is looked at each
 * time, because another process may have put a newer release there; only files that the build itself has not come so far.
 */
export function previousReleaseAssets(folder: string, serveFolder: (folder: string) => Serve): Serve {
  const served = new Map<string, Serve>();
  return async (req, res, next) => {
    if (!ASSET.test(pathOf(req))) return next();
    const releases = await releasesIn(folder);
    for (const gone of [...served.keys()].filter((name) => !releases.includes(name))) served.delete(gone);
    const serve = ([release, ...others]: string[]) => {
      if (release === undefined) return next();
      const handler = served.get(release) ?? serveFolder(path.join(folder, release));
      served.set(release, handler);
      try {
        handler(req, res, () => serve(others));
      } catch {
        // Another process has removed the release between two looks at it.
        serve(others);
      }
    };
    serve(releases);
  };
}

/** The releases that are there whole. */
async function releasesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => !name.startsWith("."));
}

/** Writes a file atomically, also when several processes write it at once. */
async function copyWhole(own: string, names: string[], target: string): Promise<void> {
  const unfinished = path.join(path.dirname(target), `.${randomUUID()}`);
  await mkdir(path.join(unfinished, ASSETS), { recursive: true });
  for (const name of names) {
    const [from, to] = [path.join(own, name), path.join(unfinished, ASSETS, name)];
    // A file of this name never changes, so one in two places is enough, unless they are on two disks.
    await link(from, to).catch(() => copyFile(from, to));
  }
  await rename(unfinished, target).catch(async (error) => {
    await rm(unfinished, { recursive: true, force: true });
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
  });
}

async function removeOld(folder: string, release: string): Promise<void> {
  const found = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      // Another process may have removed or renamed it meanwhile; where a link leads does not matter.
      const about = await lstat(path.join(folder, name)).catch(() => undefined);
      return { name, at: about?.mtimeMs ?? 0 };
    }),
  );
  const others = found.filter(({ name }) => name !== release).sort((a, b) => b.at - a.at);
  const old = others.filter(({ name }) => !name.startsWith(".")).slice(RELEASES_BEFORE);
  const left = others.filter(({ name, at }) => name.startsWith(".") && msFromNow(at) > LEFT_BEHIND_MS);
  await Promise.all([...old, ...left].map(({ name }) => rm(path.join(folder, name), { recursive: true, force: true })));
}
