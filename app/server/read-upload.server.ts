import { getMultipartBoundary, MaxPartsExceededError, parseMultipart } from "@remix-run/multipart-parser";

/**
 * Takes a form of the kind multipart/form-data (RFC 7578) as bytes, and gives it as the other kind of form, in which a file
 * is a field with its text, so that all behind this knows one kind only. Bytes that are not UTF-8 become U+FFFD: what they
 * mean, the form's own page says. It reads no further than the first part too many. Else the status to refuse with: 413 more
 * parts than `most`, 400 no such form, or more than one file.
 */
export function readUpload(body: Buffer, contentType: string, most: number): Buffer | 400 | 413 {
  try {
    const boundary = getMultipartBoundary(contentType);
    if (boundary === null) return 400;
    const limits = { boundary, maxParts: most, maxFileSize: body.length, maxTotalSize: body.length };
    const parts = [...parseMultipart(body, limits)];
    if (parts.length === 0 || parts.filter(({ isFile }) => isFile).length > 1) return 400;
    const text = new TextDecoder();
    const fields = new URLSearchParams();
    for (const { name, bytes } of parts) {
      if (name === undefined) return 400;
      fields.append(name, text.decode(bytes));
    }
    return Buffer.from(fields.toString());
  } catch (error) {
    return error instanceof MaxPartsExceededError ? 413 : 400;
  }
}
