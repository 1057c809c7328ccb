import { getMultipartBoundary, MaxPartsExceededError, parseMultipart } from "@remix-run/multipart-parser";
import { MAX_PICTURE_BYTES } from "#app/platform/http/request-limits.ts";

/** The field of a picture. Its value is the picture in base64, "too-large", or "" without one. */
const PICTURE_FIELD = "upload";
/** How much of a body is kept before and after its middle: more than all fields of a form together. */
const END_BYTES = 1024 * 1024;

/** Returns the beginning and the end of a body: of a form with a too large file all fields, and a part of the file. */
export function cutMiddle(chunks: readonly Buffer[]): Buffer[] {
  const all = Buffer.concat(chunks);
  if (all.length <= 2 * END_BYTES) return [all];
  // Copies, so that the middle is not kept in memory.
  return [Buffer.from(all.subarray(0, END_BYTES)), Buffer.from(all.subarray(-END_BYTES))];
}

type UploadOptions = {
  maxParts: number;
  /** What is done with the file of the field "upload": "keep" it, or "drop" it where no page can fill it in again. */
  picture?: "keep" | "drop" | undefined;
  /** Whether the middle of the body was left out, because it was too large. */
  isCut?: boolean;
};

/**
 * Converts a multipart form (RFC 7578) to a URL-encoded one, in which a file is a field with its text and a picture a field in
 * base64, so that later code handles one format only. Invalid UTF-8 becomes U+FFFD; the form's page reports it. Otherwise
 * returns the status: 413 for more than `maxParts` parts or a cut file that is no picture, 400 for an invalid form or more than
 * one file.
 */
export function readUpload(
  body: Buffer,
  contentType: string,
  { maxParts, picture, isCut = false }: UploadOptions,
): Buffer | 400 | 413 {
  try {
    const boundary = getMultipartBoundary(contentType);
    if (boundary === null) return 400;
    const limits = { boundary, maxParts, maxFileSize: body.length, maxTotalSize: body.length };
    const parts = [...parseMultipart(body, limits)];
    if (parts.length === 0 || parts.filter(({ isFile }) => isFile).length > 1) return 400;
    if (isCut && !parts.some(({ isFile, name }) => isFile && name === PICTURE_FIELD)) return 413;
    const text = new TextDecoder();
    const fields = new URLSearchParams();
    for (const { name, bytes, isFile } of parts) {
      if (name === undefined) return 400;
      if (picture === undefined || !isFile || name !== PICTURE_FIELD) fields.append(name, text.decode(bytes));
      else if (picture === "keep") fields.append(name, pictureValue(bytes, isCut));
    }
    return Buffer.from(fields.toString());
  } catch (error) {
    return error instanceof MaxPartsExceededError ? 413 : 400;
  }
}

function pictureValue(bytes: Uint8Array, isCut: boolean): string {
  return isCut || bytes.length > MAX_PICTURE_BYTES ? "too-large" : Buffer.from(bytes).toString("base64");
}
