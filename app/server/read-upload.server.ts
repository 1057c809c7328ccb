import { Response } from "undici";

/**
 * Takes a form of the kind multipart/form-data (RFC 7578) as bytes, and gives it as the other kind of form, in which a file
 * is a field with its text, so that all behind this knows one kind only. Bytes that are not UTF-8 become U+FFFD: what they
 * mean, the form's own page says. Undefined for what is no such form, or has more than one file.
 */
export async function readUpload(body: Buffer, contentType: string): Promise<Buffer | undefined> {
  const form = await new Response(body, { headers: { "Content-Type": contentType } }).formData().catch(() => undefined);
  if (!form) return undefined;
  const fields = [...form];
  if (fields.filter(([, value]) => typeof value !== "string").length > 1) return undefined;
  const texts = fields.map(
    async ([name, value]): Promise<[string, string]> => [name, typeof value === "string" ? value : await value.text()],
  );
  return Buffer.from(new URLSearchParams(await Promise.all(texts)).toString());
}
