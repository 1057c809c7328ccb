import { nowDate } from "#app/platform/clock.ts";
import type { ReceivedMail } from "../smtp.ts";
import { addCall, listCalls } from "./calls.ts";
import { takeFault } from "./faults.ts";

/** Returns the fault for a mail of the site, and a function that adds the mail to the journal when it is answered. */
export function watchMail({ to, mail: { messageId, subject } }: ReceivedMail) {
  const began = performance.now();
  const earlier = listCalls({ service: "mail", match: messageId });
  const call = {
    ...{ at: nowDate().toISOString(), service: "mail" as const, op: `SMTP ${to}`, method: "SMTP", path: to },
    ...{ attempt: earlier.length + 1, body: { subject, messageId } },
  };
  const answered = (status: number) => addCall({ ...call, status, ms: Math.round(performance.now() - began) });
  return { fault: takeFault({ ...call, for: undefined }), answered };
}
