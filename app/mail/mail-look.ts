import { escapeHtml } from "#app/platform/text/html-text.ts";

/*
 * The look of every mail: one column of 360 px or more. Many mail programs support only inline styles, so those have the light
 * scheme; programs that support a style sheet and ask for the dark scheme get its colours by these classes. All colours are
 * those of app/ui/styles/tokens.css.
 */

const FONT = "font-family:system-ui,Roboto,'Segoe UI','Noto Sans',sans-serif";

const DARK = [
  ".page{background:#17101a!important;color:#f7eedf!important}",
  ".cloth{background:#5c0f2c!important;color:#fff1d6!important;border-color:#ffbf24!important}",
  ".button{background:#ffbf24!important;color:#1c1320!important}",
  ".quiet{color:#c7b9c3!important}",
  ".rule{border-color:#3b2e41!important}",
].join("");

const STYLE = `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${DARK}}`;

/** Attributes of the elements of a mail. */
const LOOK = {
  page: `class="page" style="background:#fffdf8;color:#1c1320;font-size:16px;line-height:1.5;${FONT}"`,
  column: 'role="main" style="max-width:560px;margin:0 auto;overflow-wrap:anywhere"',
  cloth:
    'class="cloth" style="margin:0;padding:16px;background:#ffbf24;color:#1c1320;border-bottom:3px solid #1c1320;font-size:22px;line-height:1.1;font-weight:900"',
  content: 'style="padding:20px 16px"',
  lead: 'style="margin:0 0 16px;font-size:18px;line-height:1.4;font-weight:700"',
  paragraph: 'style="margin:0 0 16px"',
  item: 'class="rule" style="margin:0 0 16px;padding:12px 0 0;border-top:1px solid #e2d8c8"',
  button:
    'class="button" style="display:inline-block;padding:12px 20px;border-radius:4px;background:#1c1320;color:#fffdf8;font-weight:700;text-decoration:none"',
  link: 'style="display:inline-block;padding:10px 0;color:inherit;font-weight:700"',
  footer: 'class="quiet rule" style="padding:16px 16px 24px;border-top:3px solid #1c1320;color:#5b4f5c;font-size:14px"',
  heading: 'style="margin:24px 0 8px;font-size:18px;line-height:1.4"',
  list: 'style="margin:0 0 16px;padding:0 0 0 24px"',
  quote: 'class="rule" style="margin:0 0 16px;padding:0 0 0 16px;border-left:6px solid #e2d8c8"',
  code: 'style="margin:0 0 16px;white-space:pre-wrap;font-family:monospace"',
  table: 'cellpadding="6" style="margin:0 0 16px;border-collapse:collapse"',
  inline: 'style="color:inherit"',
  contact: 'style="display:inline-block;margin:0 16px 0 0;padding:12px 0;color:inherit"',
};

/** Returns the attributes of an element, with a space before them. */
export function look(element: keyof typeof LOOK): string {
  return ` ${LOOK[element]}`;
}

/** Escapes a text for HTML; "e-mail" is never broken at its hyphen. */
export function mailWords(text: string): string {
  return escapeHtml(text).replaceAll("e-mail", '<span style="white-space:nowrap">e-mail</span>');
}

/** Returns the HTML document of a mail. `title` is plain text; `above`, `content` and `footer` are HTML. */
export function mailPage(title: string, { above, content, footer }: Record<"above" | "content" | "footer", string>) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body class="page" style="margin:0;background:#fffdf8">
<div${look("page")}>
<div${look("column")}>
${above}<div${look("content")}>
${content}
</div>
${footer}</div>
</div>
</body>
</html>
`;
}
