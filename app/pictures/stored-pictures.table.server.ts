import { LRUCache } from "lru-cache";
import { z } from "zod";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { purgeInBatches } from "#app/platform/database/purge.table.server.ts";
import { runQuery } from "#app/platform/database/rows.table.server.ts";
import { log } from "#app/platform/log.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import type { Staff } from "#app/platform/settings/staff.ts";

/** A picture as it is stored: WebP, at most 300 KB. `body` is base64. */
type NewPicture = { sha256: string; width: number; height: number; body: string };

const factsSchema = z.object({ width: z.number(), height: z.number(), bytes: z.number() });

/** The pictures that were read last, in bytes: a page of the blog shows the same ones to everybody. */
const READ = new LRUCache<string, Buffer>({ maxSize: 16 * 1024 * 1024, sizeCalculation: (bytes) => bytes.length });

/** Stores a picture with a line in the log, and returns its id. The same bytes again are the same picture. */
export async function storePicture(staff: Staff, picture: NewPicture): Promise<Result<string>> {
  const { data, error } = await runQuery(trustedClient().rpc("store_picture", { staff, picture }));
  const id = z.uuid().safeParse(data).data;
  if (id !== undefined) return success(id);
  log.error({ reason: error?.message ?? "a reply of another shape" }, "picture not stored");
  return failure(503, "We could not save this picture. Please choose it again.", true);
}

/** Deletes the pictures that nothing has shown for 30 days. Throws if the database fails. */
export function purgePictures(): Promise<void> {
  return purgeInBatches("purge_pictures");
}

/** Returns the bytes of a stored picture; undefined for an unknown id. */
export async function readPicture(id: string): Promise<Result<Buffer | undefined>> {
  const known = READ.get(id);
  if (known) return success(known);
  const { data, error } = await runQuery(trustedClient().rpc("picture_body", { picture_id: id }));
  if (error) return failure(503, "The picture could not be read.");
  if (typeof data !== "string") return success(undefined);
  const bytes = Buffer.from(data, "base64");
  READ.set(id, bytes);
  return success(bytes);
}

const PATH = /^\/pictures\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp$/;

/** Returns the id of the stored picture with this path; undefined for any other path. */
export function pictureIdOf(path: string): string | undefined {
  return PATH.exec(path)?.[1];
}

/** The picture of an article at the desk. `words`: the size of an uploaded one, "" if it is not known. */
export type PictureChoice = { path: string; words: string };

/** Returns the picture that an article has; null if it has none. */
export async function pictureChoice(path: string | null): Promise<PictureChoice | null> {
  if (path === null) return null;
  const id = pictureIdOf(path);
  const { data } =
    id === undefined ? { data: null } : await runQuery(trustedClient().rpc("picture_facts", { picture_id: id }));
  const facts = factsSchema.safeParse(data).data;
  return { path, words: facts ? `${facts.width} × ${facts.height}, ${Math.ceil(facts.bytes / 1024)} KB` : "" };
}
