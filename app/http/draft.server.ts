import { z } from "zod";
import { isFieldName } from "#app/model/field-name.ts";
import { seal, unseal } from "#app/use-cases/seal.server.ts";

const LIFE_MS = 30 * 60_000;
/** How long a browser may take to bring a form from the guard to the sign-in page. */
const CARRY_MS = 5 * 60_000;
/** With it the sign-in form still fits into a body of 64 KB. */
const MAX_CHARS = 48_000;
/** What nobody but its own form may keep, and what would be of no use later. */
const NOT_KEPT = /password|token|auth_?code|^(?:stamp|cookies|website_2)$/i;

const draftSchema = z.object({
  user: z.string(),
  path: z.string(),
  fields: z.array(z.tuple([z.string(), z.string()])),
});
export type Draft = Pick<z.infer<typeof draftSchema>, "path" | "fields">;

/** Says, in an address, whose form is coming along. */
export function sealOwner(user: string): string {
  return seal({ owner: user }, CARRY_MS);
}

/**
 * Seals what was typed in a form whose session had ended, for the sign-in page to carry. Takes who had typed it, as
 * `sealOwner` gave it, the path of the form, and its fields. Undefined when that is unknown or the text too long.
 * Source: docs/product.md, "Sessions".
 */
export function sealDraft(owner: string | null, path: string, typed: FormData): string | undefined {
  const user = z.object({ owner: z.string() }).safeParse(unseal(owner)).data?.owner;
  if (user === undefined) return undefined;
  const fields = [...typed].filter(
    ([name, value]) => typeof value === "string" && isFieldName(name) && !NOT_KEPT.test(name),
  );
  const sealed = seal({ user, path, fields }, LIFE_MS);
  return sealed.length > MAX_CHARS ? undefined : sealed;
}

/** What was typed, for whoever typed it, within half an hour; undefined for anybody else. */
export function openDraft(sealed: unknown, user: string): Draft | undefined {
  const draft = draftSchema.safeParse(unseal(sealed)).data;
  return draft?.user === user ? { path: draft.path, fields: draft.fields } : undefined;
}
