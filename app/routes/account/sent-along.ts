import type { Submission } from "@conform-to/dom";

/**
 * What a refused form came with and goes back with: its stamp, which is older than a new one and so valid at once, and
 * what was typed in another form, sealed.
 */
export function sentAlong({ payload }: Submission<unknown, string[], unknown>): { stamp?: string; draft?: string } {
  const { stamp, draft } = payload;
  return {
    ...(typeof stamp === "string" && stamp !== "" ? { stamp } : {}),
    ...(typeof draft === "string" && draft !== "" ? { draft } : {}),
  };
}
