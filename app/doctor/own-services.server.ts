import { z } from "zod";
import { createConnections } from "#app/pictures/connect.api.server.ts";
import { env } from "#app/platform/env.server.ts";
import { type Check, type Finding, good, off, warning } from "./finding.server.ts";
import { failureFinding, hostOf, probe, tryCall } from "./try-call.api.server.ts";

const projectsSchema = z.object({ success: z.literal(true), result: z.array(z.unknown()) });

/** Returns the checks of the agency's own services, if it has any, and of the hosts of pictures. */
export function ownServiceChecks(): Check[] {
  const { addresses, mail, newsletter, strideMail } = env;
  return [
    ownService("contact service", "CONTACT_URL", addresses.CONTACT_URL, "messages are mailed to BRAND_EMAIL"),
    ownService("mail service", "MAIL_URL", mail?.url, "mails of the site go by SMTP"),
    ownService("newsletter service", "NEWSLETTER_URL", newsletter?.url, "the site keeps its readers itself"),
    ownService("school service", "STRIDE_MAIL_URL", strideMail?.url, "the site writes to schools itself"),
    { name: "projects", why: "The pages of the projects are empty without them.", run: projects },
    { name: "pictures", why: "Pictures of posts, projects and profiles from these hosts are missing.", run: pictures },
  ];
}

/** Checks that a service responds. Whether it accepts our key is known only when something is sent. */
function ownService(name: string, setting: string, url: string | undefined, otherwise: string): Check {
  const why = "What visitors send by it is refused, or waits, while it is away.";
  const check = async (address: string): Promise<Finding> => {
    const { hasResponded, status, why: reason } = await probe(address);
    if (!hasResponded) return failureFinding(setting, address, reason);
    if (status < 500) return good(`${hostOf(address)} answers.`);
    return warning(`${hostOf(address)} answers HTTP ${status}.`, `Look into the log of the service of ${setting}.`);
  };
  return { name, why, run: () => (url ? check(url) : off(setting, otherwise)) };
}

async function projects(): Promise<Finding> {
  const url = env.addresses.PROJECTS_URL;
  if (!url) return off("PROJECTS_URL", "the table “projects” is shown");
  const { result, why } = await tryCall({ base: url, schema: projectsSchema });
  if (!result.ok) return failureFinding("PROJECTS_URL", url, why, result.status);
  return good(`${hostOf(url)} lists ${result.value.result.length}.`);
}

async function pictures(): Promise<Finding> {
  const { origins, isOnThisComputer } = env.images;
  if (origins.length === 0) return off("IMAGE_HOSTS", "pictures of other hosts are not shown");
  const { agent: dispatcher } = createConnections(isOnThisComputer);
  const replies = await Promise.all(origins.map((origin) => probe(origin, { method: "GET", dispatcher })));
  const failed = replies.findIndex(({ hasResponded }) => !hasResponded);
  if (failed < 0) return good(`${origins.map(hostOf).join(", ")} ${origins.length > 1 ? "answer" : "answers"}.`);
  return { ...failureFinding("IMAGE_HOSTS", origins[failed] ?? "", replies[failed]?.why), state: "warning" };
}
