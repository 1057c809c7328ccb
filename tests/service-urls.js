import { readFileSync } from "node:fs";

const settings = JSON.parse(readFileSync("app/platform/settings.json", "utf8"));

/** Returns the settings of a real site whose workers are the mocks at one URL, which has no trailing slash. */
export function serviceUrls(url) {
  return {
    ...Object.fromEntries(settings.flatMap(({ name, mock }) => (mock ? [[name, `${url}${mock}`]] : []))),
    MAIL_URL: `${url}/mail`,
    NEWSLETTER_URL: `${url}/newsletter`,
    STRIDE_MAIL_URL: `${url}/stride-mail`,
    BOT_CHECK_URL: `${url}/bot-check`,
  };
}
