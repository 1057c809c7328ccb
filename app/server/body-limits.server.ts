/** Where a file may come with a form; and the page that keeps such a form while its sender signs in again. */
const FORMS_WITH_A_FILE = [/^\/dashboard\/domains\/[^/]+\/dns\/import$/, /^\/login\/again$/];

/** Mail providers send the press of their own button to leave as such a form too (RFC 8058, 3.2). */
const FORMS_IN_PARTS = [...FORMS_WITH_A_FILE, /^\/newsletter\/one-click$/];

/** Where each record of a long zone may be a field; and the page that keeps such a form, as above. */
const FORMS_WITH_MANY_FIELDS = [/^\/dashboard\/domains\/[^/]+\/dns\/selection$/, /^\/login\/again$/];
const FEW_FIELDS = 100;
const MANY_FIELDS = 1100;

/** Whether a form that is sent to an address may have a file. Takes a path with its query, and Remix's own ending. */
export function takesFile(url: string): boolean {
  return FORMS_WITH_A_FILE.some((form) => form.test(pathOf(url)));
}

/** Whether a form that is sent to an address may come as multipart/form-data. Takes what `takesFile` takes. */
export function takesParts(url: string): boolean {
  return FORMS_IN_PARTS.some((form) => form.test(pathOf(url)));
}

/** How many fields a form that is sent to an address may have. Takes what `takesFile` takes. */
export function mostFields(url: string): number {
  return FORMS_WITH_MANY_FIELDS.some((form) => form.test(pathOf(url))) ? MANY_FIELDS : FEW_FIELDS;
}

function pathOf(url: string): string {
  const [path = ""] = url.split("?", 1);
  return path.replace(/\.data$/, "");
}
