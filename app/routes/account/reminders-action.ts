import type { AppLoadContext } from "@remix-run/node";
import { z } from "zod";
import { saveReminderChoice } from "#app/gateways/renewal-reminders.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { parseFields, refuse } from "#app/http/form.server.ts";
import { REMINDERS_FORM } from "./ui/reminders-section.tsx";

const schema = z.object({ wants: z.enum(["yes", "no"], { error: "Please press the button again" }) });

/** Switches the reminders of a customer off or on. Pressed twice it says the same. Source: docs/product.md, "Notices". */
export async function remindersAction(userId: string, sent: FormData, context: AppLoadContext | undefined) {
  const submission = parseFields(sent, schema);
  const refused = { context, form: REMINDERS_FORM, submission };
  if (submission.status !== "success") {
    return refuse({ ...refused, message: "Please press the button again.", status: 400 });
  }
  const wants = submission.value.wants === "yes";
  const kept = await saveReminderChoice(userId, wants);
  if (!kept.ok) return refuse({ ...refused, message: kept.message, status: 503 });
  const title = wants ? "Reminders are on" : "Reminders are off";
  return redirectWithFlash(`/profile#${REMINDERS_FORM}`, { about: REMINDERS_FORM, title, isNear: true });
}
