import { http } from "msw";
import { unknownCall } from "../malformed.ts";
import { answerAsWorker, type WorkerBody } from "../workers/worker.ts";

/** The e-mail worker of /stride: it thanks a school for its interest. */
export const strideMailHandlers = [
  http.post("*/stride-mail", ({ request }) => answerAsWorker(request, { kind: "school", refuse })),
  http.all("*/stride-mail", unknownCall),
];

function refuse({ firstName, lastName, turnstileToken, dynamicData: { html, tags } }: WorkerBody): string | undefined {
  // With a token it may be empty: whoever typed it may be a stranger to the address.
  if ((firstName === "" && turnstileToken === "") || lastName !== "") return "the whole name is the first name";
  if (JSON.stringify(tags) !== '[{"name":"stride","value":"interest"}]') return "the tag is stride: interest";
  return html.includes("48 hours") ? undefined : "the mail says when the school is contacted";
}
