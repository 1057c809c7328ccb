import { z } from "zod";
import { anyText } from "../../unsendable.ts";
import { exactImportProblem } from "./file-words.ts";
import { IMPORT_MODES } from "./import-modes.ts";
import { readZoneFile } from "./read-zone-file.ts";

const CHOOSE = "Choose what to do with the records of the file.";

/** The reading of the file says what is wrong with one that is too long, or no text. */
export const IMPORT_LIMITS = { text: Number.POSITIVE_INFINITY };

/**
 * The form of an import into the zone with this name: what was read of the file and the mode, or messages at the fields. An
 * empty field may be missing, as conform has it. Server only. Source: docs/product.md, "Zone files".
 */
export function importSchema(zone: string) {
  const fields = z.object({
    text: anyText(),
    mode: z.enum(IMPORT_MODES, { error: CHOOSE }),
  });
  return fields.transform(({ text = "", mode }, context) => {
    const file = readZoneFile(text, zone);
    const problem = file.ok ? mode === "exact" && exactImportProblem(file.value) : file.message;
    if (file.ok && !problem) return { entries: file.value, mode };
    context.issues.push({ code: "custom", path: ["text"], message: problem || "", input: text });
    return z.NEVER;
  });
}
