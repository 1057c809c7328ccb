/*
 * Writes the agency's name into the auth service's mail templates, for `supabase config push`:
 * npm run auth-templates -- "Duka Safi"
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const FOLDER = "supabase/templates";

const [name = ""] = process.argv.slice(2);
// The auth service takes braces for a variable.
if (!/^[^{}<>\n]{1,60}$/.test(name)) {
  console.error(
    'Usage: npm run auth-templates -- "The agency’s name" (at most 60 characters, none of them <, >, { or })',
  );
  process.exit(1);
}
const escaped = name.replaceAll("&", "&amp;");
for (const file of readdirSync(FOLDER)) {
  const html = readFileSync(`${FOLDER}/${file}`, "utf8");
  // The name stands above the mail and in its last lines.
  writeFileSync(
    `${FOLDER}/${file}`,
    html.replace(/(<p class="cloth"[^>]*>|<b>)[^<]*/g, (_, tag) => tag + escaped),
  );
}
console.log(`The mails of the auth service are from ${name} now.`);
