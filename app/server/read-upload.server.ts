import { getMultipartBoundary, MaxPartsExceededError, parseMultipart } from "@remix-run/multipart-parser";

/**
 * Converts a multipart form (RFC 7578) to a URL-encoded one, in which a file is a field with its text, so that later code
 * handles one format only. Invalid UTF-8 becomes U+FFFD; the form's page reports it. Otherwise returns the status: 413 for more
 * than `maxParts` parts, 400 for an invalid form or more than one file.
 */
export function readUpload(body: Buffer, contentType: string, maxParts: number): Buffer | 400 | 413 {
  try {
    const boundary = getMultipartBoundary(contentType);
    if (boundary === null) return 400;
    const limits = { boundary, maxParts, maxFileSize: body.length, maxTotalSize: body.length };
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
