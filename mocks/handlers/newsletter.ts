import { http } from "msw";
import { unknownCall } from "../malformed.ts";
import { answerAsWorker } from "../workers/worker.ts";

/** The newsletter's worker: it keeps the list of readers, which nobody here can see, and welcomes each. */
export const newsletterHandlers = [
  http.post("*/newsletter", ({ request }) =>
    answerAsWorker(request, {
      kind: "newsletter",
      refuse: ({ dynamicData: { html } }) =>
        /\/newsletter\/unsubscribe\?token=[\w-]+"/.test(html) ? undefined : "a newsletter needs a link to leave it",
    }),
  ),
  http.all("*/newsletter", unknownCall),
];
