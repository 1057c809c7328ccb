import type { ActionFunctionArgs } from "@remix-run/node";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { affectedMailServer, websitePlan } from "#app/model/dns/website/website-plan.ts";
import { websiteSchema } from "#app/model/dns/website/website-setup.ts";
import { namePath } from "#app/routes/dashboard/ui/name-path.ts";
import { changeZone, postedForm } from "./change-zone.ts";
import { WEBSITE_FORM } from "./ui/website-form.tsx";

/** Plans the changes that connect a website, and leads to where they are looked at. Nothing is changed yet. */
export function websiteAction(args: ActionFunctionArgs) {
  return changeZone(args, {
    form: async ({ context, request }, domain) => {
      const submission = await readForm(request, websiteSchema(domain));
      return postedForm({ context, form: WEBSITE_FORM, submission });
    },
    plan: (wishes, records, zone) => {
      const plan = websitePlan(wishes, records, zone);
      if (plan.changes.length === 0) {
        const text = plan.asides.map(({ text, reason }) => `${text}: ${reason}`).join(" ");
        const title = "Nothing has to be changed";
        return redirectWithFlash(`${namePath(zone)}/website?with=${wishes.provider}`, {
          about: WEBSITE_FORM,
          title,
          ...(text && { text }),
        });
      }
      const server = affectedMailServer(plan.changes, records);
      if (server === undefined) return plan;
      const title = "Nothing was changed: your mail would stop";
      const message = `Mail goes to ${server}, which is the name that the website would take. Give your mail server a name of its own first, or connect mail with a provider.`;
      return { kind: "refused", why: { title, message, status: 409 } };
    },
  });
}
