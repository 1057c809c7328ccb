import { peekFlash, redirectWithFlash } from "#app/http/flash.server.ts";
import { dnsPath } from "./own-zone.ts";

type Told = { about: string; title: string; text?: string; job?: string | undefined };

/** The list of a zone with a notice of what was changed, and of taking it back, if the history has its job. */
export function redirectToChangedList(domain: string, { about, title, text, job }: Told): Promise<Response> {
  return redirectWithFlash(dnsPath(domain), {
    about,
    title,
    ...(text && { text }),
    ...(job !== undefined && { undo: dnsPath(domain, `/history/${job}`) }),
  });
}

/** Whether the page that is asked for will tell of a change of records, which was made a moment before. */
export async function willAnnounceChange(request: Request): Promise<boolean> {
  const notice = await peekFlash(request);
  return notice?.undo !== undefined || notice?.title.startsWith("DNS ") === true;
}
