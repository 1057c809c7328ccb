import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { mailOfIssue } from "#app/newsletter/issue-run.server.ts";
import { findIssue } from "#app/newsletter/issues.table.server.ts";
import { PRIVATE_CACHE } from "#app/platform/http/cache-headers.server.ts";
import { outage, throwAsText } from "#app/platform/http/outage.server.ts";

/** The policy allows only styles, which a mail has in attributes. Its links open in a new tab, outside of the sandbox. */
const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-popups allow-popups-to-escape-sandbox",
].join("; ");

/** The mail of an issue as it goes to the member of staff who looks at it. The page of the issue shows it in a frame. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { email, name } = await requireStaff(request, context).catch(throwAsText);
  const found = await findIssue(params.id ?? "");
  if (!found.ok) throwAsText(outage(context));
  if (found.value === undefined) throw data(null, { status: 404 });
  const { html } = mailOfIssue(found.value, { email, firstName: name }, "preview-of-an-issue");
  return new Response(html, {
    headers: {
      ...PRIVATE_CACHE,
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": POLICY,
      "X-Frame-Options": "SAMEORIGIN",
      // Browsers refuse another value for a document in a sandbox (HTML, "cross-origin opener policies").
      "Cross-Origin-Opener-Policy": "unsafe-none",
    },
  });
}
