/** Forms that may have a file: the zone import, and the sign-in page that keeps a form's input. */
const FILE_FORMS = [/^\/dashboard\/domains\/[^/]+\/dns\/import$/, /^\/login\/again$/];

/** Forms in which staff write long texts. */
const WRITING_FORMS = [/^\/desk\/(?:posts|projects|newsletter)\/[^/]+$/];

/** Forms that may be multipart: also one-click unsubscribe, which mail providers send (RFC 8058, section 3.2). */
const MULTIPART_FORMS = [...FILE_FORMS, /^\/newsletter\/one-click$/];

/** Forms with a field for each record of a long zone, and the sign-in page that keeps their input. */
const LONG_FORMS = [/^\/dashboard\/domains\/[^/]+\/dns\/selection$/, /^\/login\/again$/];
const MAX_FIELDS = 100;
const MAX_FIELDS_LONG = 1100;

/**
 * Returns whether a form posted to a URL may have a file, or a text as long as one. `url` is a path with query; Remix's ending
 * `.data` is ignored.
 */
export function acceptsLongForm(url: string): boolean {
  return [...FILE_FORMS, ...WRITING_FORMS].some((form) => form.test(pathOf(url)));
}

/** Returns whether a form posted to a URL may be multipart/form-data. `url` as in `acceptsLongForm`. */
export function acceptsMultipart(url: string): boolean {
  return MULTIPART_FORMS.some((form) => form.test(pathOf(url)));
}

/** Returns how many fields a form posted to a URL may have. `url` as in `acceptsLongForm`. */
export function maxFields(url: string): number {
  return LONG_FORMS.some((form) => form.test(pathOf(url))) ? MAX_FIELDS_LONG : MAX_FIELDS;
}

function pathOf(url: string): string {
  const [path = ""] = url.split("?", 1);
  return path.replace(/\.data$/, "");
}
