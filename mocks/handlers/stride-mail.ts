import { http } from "msw";
import { unknownCall } from "../malformed.ts";
import { respondAsWorker, type WorkerBody } from "../workers/worker.ts";

/** The e-mail worker of /stride, the page for schools: it thanks a school for its interest. */
export const strideMailHandlers = [
  http.post("*/stride-mail", ({ request }) => respondAsWorker(request, { kind: "school", refuse })),
  http.all("*/stride-mail", unknownCall),
];

function refuse({ firstName, lastName, turnstileToken, dynamicData: { html, tags } }: WorkerBody): string | undefined {
  // With a token the name may be empty: a stranger may have typed the address, so the mail repeats no name.
  if ((firstName === "" && turnstileToken === "") || lastName !== "") return "the whole name is the first name";
  if (JSON.stringify(tags) !== '[{"name":"stride","value":"interest"}]') return "the tag is stride: interest";
  return html.includes("48 hours") ? undefined : "the mail says when the school is contacted";
}
