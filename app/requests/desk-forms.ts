import { z } from "zod";
import { type Place, placeParams, readPlace } from "#app/desk/list-page.ts";
import { cleanLine } from "#app/platform/text/clean-line.ts";
import { UNREADABLE, UNREADABLE_LINE } from "#app/platform/text/text-characters.ts";

export const REQUESTS_A_PAGE = 50;

/** Which requests the list shows: those that staff may carry out, or all. */
export type RequestFilter = { view: "open" | "all"; place: Place };

/** Returns what a URL of the list of requests asks for. */
export function readRequestFilter(params: URLSearchParams): RequestFilter {
  return { view: params.get("view") === "all" ? "all" : "open", place: readPlace(params, "uuid") };
}

export function requestListPath({ view, place }: RequestFilter, path = "/desk/requests"): string {
  const params = new URLSearchParams({ ...(view === "all" && { view }), ...placeParams(place) });
  return params.size === 0 ? path : `${path}?${params}`;
}

/**
 * Why a request is refused, as its customer reads it. That a name was not renewed is no reason: ICANN's Transfer Policy, I.A.3,
 * allows no refusal for it.
 */
export const REFUSALS = [
  { value: "registry", label: "The registry has locked the name, or somebody disputes it." },
  { value: "court", label: "A court or an authority has forbidden it." },
  { value: "recent", label: "It was registered or moved in the last 60 days." },
  { value: "holder", label: "The holder did not confirm it." },
  { value: "other", label: "Another reason" },
] as const;

export const MAX_WORDS = 300;
const MAX_CODE = 255;
const CODE = `Paste the code: 1 to ${MAX_CODE} characters without spaces.`;
const words = z
  .string()
  .overwrite((text) => cleanLine(text.replace(/\s+/g, " ")))
  .refine((text) => !UNREADABLE_LINE.test(text), { error: UNREADABLE })
  .optional();

/** The form that refuses a request. Its result is the reason in the words that the customer reads. */
export const refuseSchema = z
  .object({
    why: z.enum(
      REFUSALS.map(({ value }) => value),
      { error: "Choose one of the list." },
    ),
    words,
  })
  .transform(({ why, words = "" }, context) => {
    const label = REFUSALS.find(({ value }) => value === why)?.label ?? "";
    if (why === "other" && words === "") {
      context.addIssue({ code: "custom", path: ["words"], message: "Type why, for the customer." });
    }
    return { why, reason: why === "other" ? words : [label, words].filter(Boolean).join(" ") };
  });

/** The form that ends a request for a transfer code. */
export const codeSchema = z.object({
  /** When the code was given (ISO 8601) that this one replaces. */
  replaces: z.iso.datetime({ offset: true }).optional(),
  code: z
    .string({ error: CODE })
    .overwrite((text) => text.trim())
    .max(MAX_CODE, { error: CODE })
    .regex(/^[!-~]+$/, { error: CODE }),
});
