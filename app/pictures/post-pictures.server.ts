import { createHash } from "node:crypto";
import { failure, type Result, success } from "#app/platform/result.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import { deadlineMs } from "#app/platform/upstream/deadlines.server.ts";
import { loadSharp } from "./sharp.server.ts";
import { storePicture } from "./stored-pictures.table.server.ts";

/** The widest picture that is kept, in pixels. Phones take wider ones. */
const WIDTH = 1600;
/** The most bytes that are kept. The database has the same limit. */
const MOST_KEPT = 300 * 1024;
/** The qualities that are tried until a picture is small enough. */
const QUALITIES = [80, 65, 50, 35] as const;
/** More pixels than any phone takes; a small file can have many more, and would fill the memory. */
const MOST_PIXELS = 64_000_000;

/** The first bytes of PNG, JPEG, WebP and AVIF. A file's name and type say nothing. SVG is refused: it can contain scripts. */
const BEGINNINGS = [/^\x89PNG\r\n.\n/, /^\xff\xd8\xff/, /^RIFF[\s\S]{4}WEBP/, /^[\s\S]{4}ftypavi[fs]/];

const NOT_A_PICTURE = "This file is not a picture. Please choose a PNG, JPEG, WebP or AVIF file";
const TOO_LARGE = "This picture is larger than 5 MB. Please choose a smaller one";
const TOO_DETAILED = "This picture has too many details to be made small enough. Please choose another one";

/**
 * Keeps a picture that a member of staff uploaded, and returns its path. `upload` is the field of a form as the server made it
 * (app/server/upload.server.ts): the file in base64. The picture is encoded anew as WebP, upright and without metadata, so that
 * no place and no time of a phone is published. The same file again is the same picture.
 */
export async function keepPicture(staff: Staff, upload: string): Promise<Result<string>> {
  if (upload === "too-large") return failure(400, TOO_LARGE);
  const bytes = Buffer.from(upload, "base64");
  const beginning = bytes.subarray(0, 16).toString("latin1");
  if (!BEGINNINGS.some((pattern) => pattern.test(beginning))) return failure(400, NOT_A_PICTURE);
  const made = await encode(bytes).catch(() => null);
  if (made === null) return failure(400, NOT_A_PICTURE);
  if (made === undefined) return failure(400, TOO_DETAILED);
  const sha256 = createHash("sha256").update(made.data).digest("hex");
  const kept = await storePicture(staff, {
    sha256,
    width: made.info.width,
    height: made.info.height,
    body: made.data.toString("base64"),
  });
  return kept.ok ? success(`/pictures/${kept.value}.webp`) : kept;
}

/** Returns the picture as WebP; undefined if it stays too large. Rejects if the bytes are no picture. */
async function encode(bytes: Buffer) {
  const sharp = await loadSharp();
  for (const quality of QUALITIES) {
    const made = await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: "error", pages: 1 })
      .autoOrient()
      .resize({ width: WIDTH, height: 2 * WIDTH, fit: "inside", withoutEnlargement: true })
      .timeout({ seconds: Math.ceil(deadlineMs("imageScaling") / 1000) })
      .webp({ quality })
      .toBuffer({ resolveWithObject: true });
    if (made.data.length <= MOST_KEPT) return made;
  }
  return undefined;
}
