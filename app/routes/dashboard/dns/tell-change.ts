import { redirectWithNotice } from "#app/http/notice.server.ts";
import { dnsPath } from "./own-zone.ts";

type Told = { about: string; title: string; text?: string; job?: string | undefined };

/** The list of a zone with a notice of what was changed, and of taking it back, if the history has its job. */
export function tellChange(domain: string, { about, title, text, job }: Told): Promise<Response> {
  return redirectWithNotice(dnsPath(domain), {
    about,
    title,
    ...(text && { text }),
    ...(job !== undefined && { undo: dnsPath(domain, `/history/${job}`) }),
  });
}
