/**
 * The parameter that is added to the URL to which a form posts: "/contact?posted" and not "/contact". If a POST to the page's
 * own URL fails, Chromium replaces the form in its history by the error page, and Back leaves the site without what was typed.
 * The parameter has no other meaning: the server removes it before anything else reads the URL, and the browser before it
 * hydrates. Source: docs/decisions/074-forms-on-bad-lines.md.
 */
const PARAM = "posted";

/** A form's opening tag. React escapes "<" and ">" in attributes, and writes "'" as "&#x27;". */
const FORM = /<form\b[^<>]*>/g;
const ACTION = /\baction="((?:[^"#&]|&[^";]*;)*)/;

/** Adds the parameter to the action of each form of a rendered page that posts. */
export function markPostAddresses(html: string): string {
  return html.replace(FORM, (tag) => (tag.includes('method="post"') ? tag.replace(ACTION, markAction) : tag));
}

function markAction(attribute: string, path: string): string {
  return `${attribute}${path.includes("?") ? "&amp;" : "?"}${PARAM}`;
}

/**
 * A JavaScript expression for the URL of its page without the parameter, which is always the last parameter of a form's action.
 */
export const URL_OF_PAGE = `location.href.replace(/[?&]${PARAM}(?=#|$)/,"")`;

/** Returns a URL without the parameter. Everything else stays as it was, byte by byte. */
export function withoutPostParam(url: string): string {
  const [start, query, end] = /^([^?#]*)\?([^#]*)(.*)$/s.exec(url)?.slice(1) ?? [];
  if (query === undefined) return url;
  // URLSearchParams writes an empty value as "posted=".
  const params = query.split("&");
  const others = params.filter((param) => param !== PARAM && param !== `${PARAM}=`);
  if (others.length === params.length) return url;
  return `${start}${others.length > 0 ? `?${others.join("&")}` : ""}${end}`;
}
