import type { ActionFunctionArgs } from "@remix-run/node";
import { readForm } from "#app/http/form.server.ts";
import { redirectWithNotice } from "#app/http/notice.server.ts";
import { websiteSchema } from "#app/model/dns/website/website-answers.ts";
import { mailInTheWay, websitePlan } from "#app/model/dns/website/website-plan.ts";
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
      const here = `${namePath(zone)}/website?with=${wishes.provider}`;
      const say = (title: string, text?: string) =>
        redirectWithNotice(here, { about: WEBSITE_FORM, title, ...(text && { text }) });
      if (plan.changes.length === 0) {
        const left = plan.asides.map(({ text, reason }) => `${text}: ${reason}`).join(" ");
        return say("Nothing has to be changed", left);
      }
      const server = mailInTheWay(wishes, records, zone);
      if (server === undefined) return plan;
      return say(
        "Nothing was changed: your mail would stop",
        `Mail goes to ${server}, which is the name that the website would take. Give your mail server a name of its own first, or connect mail with a provider.`,
      );
    },
  });
}
