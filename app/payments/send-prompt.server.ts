import type { Bill, Prompt } from "#app/orders/bill.ts";
import { log } from "#app/platform/log.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import { mpesa } from "./daraja.api.server.ts";
import { endPrompt, markPromptSent, openPrompt } from "./prompts.table.server.ts";
import { promptCallbackUrl } from "./receive-callback.server.ts";
import { promptResult } from "./results.ts";

type Asked = Prompt & { isOurFault?: boolean };

const NOTHING_TO_PAY = "There is nothing to pay any more.";

/**
 * Asks a phone to pay what is missing of a bill, once: while a prompt is open or money is being checked, returns the last one. Takes
 * the phone in E.164. Returns null if money is being checked that came without a prompt. If the reply is lost, the prompt stays
 * open, because the phone may show it. `isOurFault`: it was refused before a phone was asked. Source: docs/product/payments.md,
 * "Payments".
 */
export async function askPhone(bill: Pick<Bill, "id" | "reference">, phone: string): Promise<Result<Asked | null>> {
  if (!mpesa) return failure(404, NOTHING_TO_PAY);
  const opened = await openPrompt(bill.id, phone);
  if (!opened.ok) return opened;
  if (!opened.value) return failure(409, NOTHING_TO_PAY);
  const { prompt, isNew } = opened.value;
  if (!prompt || !isNew) return success(prompt);
  const { id, amountKsh } = prompt;
  const asked = await mpesa.ask({ phone, amountKsh, reference: bill.reference, callbackUrl: promptCallbackUrl(id) });
  log.info({ prompt: id, outcome: asked.kind, ...("code" in asked && { code: asked.code }) }, "payment prompt asked");
  if (asked.kind === "sent") await markPromptSent(id, asked);
  if (asked.kind === "refused") {
    await endPrompt(id, "refused", asked);
    const { isOurFault = false } = promptResult(asked.code, asked.text);
    if (isOurFault) log.error({ prompt: id, code: asked.code, reason: asked.text }, "payment prompts are refused");
    return success({
      ...prompt,
      state: "refused",
      resultCode: asked.code,
      resultText: asked.text,
      isOurFault: isOurFault || asked.code === "",
    });
  }
  return success(prompt);
}
