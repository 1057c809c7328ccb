import { http } from "msw";
import { unknownCall } from "../malformed.ts";
import { respondAsWorker } from "../workers/worker.ts";

/** The newsletter worker: it welcomes each subscriber by e-mail. */
export const newsletterHandlers = [
  http.post("*/newsletter", ({ request }) =>
    respondAsWorker(request, {
      kind: "newsletter",
      refuse: ({ dynamicData: { html } }) =>
        /\/newsletter\/unsubscribe\?token=[\w-]+"/.test(html) ? undefined : "a newsletter needs a link to leave it",
    }),
  ),
  http.all("*/newsletter", unknownCall),
];
