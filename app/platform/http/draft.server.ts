import { z } from "zod";
import { seal, unseal } from "../abuse/site-seal.server.ts";
import { isFieldName } from "./form-reply.ts";

const LIFE_MS = 30 * 60_000;
/** How long the redirect to the sign-in page may take. */
const CARRY_MS = 5 * 60_000;
/** Keeps the sign-in form below a body of 64 KB. */
const MAX_CHARS = 48_000;
/** Fields that are secret, or useless later. */
const NOT_KEPT = /password|token|auth_?code|^(?:stamp|cookies|website_2)$/i;

const draftSchema = z.object({
  user: z.string(),
  path: z.string(),
  fields: z.array(z.tuple([z.string(), z.string()])),
});
export type Draft = Pick<z.infer<typeof draftSchema>, "path" | "fields">;

/** Returns the sealed user id that the redirect URL carries. */
export function sealOwner(user: string): string {
  return seal({ owner: user }, CARRY_MS);
}

/**
 * Seals the fields of a form whose session ended, for the sign-in page to carry. `owner` is the result of
 * `sealOwner`. Undefined if the owner is unknown or the text too long. Source: docs/product/accounts.md, "Sessions".
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

/** Returns the sealed fields if they are this user's and younger than half an hour. */
export function openDraft(sealed: unknown, user: string): Draft | undefined {
  const draft = draftSchema.safeParse(unseal(sealed)).data;
  return draft?.user === user ? { path: draft.path, fields: draft.fields } : undefined;
}
