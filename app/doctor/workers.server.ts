import { z } from "zod";
import { env } from "#app/env.server.ts";
import { createConnections } from "#app/gateways/images/connect.server.ts";
import { type Check, type Finding, good, look, off } from "./finding.server.ts";
import { hostIn, isAnswered, troubleWith, tryCall } from "./try-call.server.ts";

const projectsSchema = z.object({ success: z.literal(true), result: z.array(z.unknown()) });

/** The services of the agency's own, where it has them, and where pictures come from. */
export function workerChecks(): Check[] {
  const { addresses, mail, newsletter, strideMail } = env;
  return [
    worker("contact service", "CONTACT_URL", addresses.CONTACT_URL, "messages are mailed to BRAND_EMAIL"),
    worker("mail service", "MAIL_URL", mail?.url, "mails of the site go by SMTP"),
    worker("newsletter service", "NEWSLETTER_URL", newsletter?.url, "the site keeps its readers itself"),
    worker("school service", "STRIDE_MAIL_URL", strideMail?.url, "the site writes to schools itself"),
    { name: "projects", why: "The pages of the projects are empty without them.", look: projects },
    { name: "pictures", why: "Pictures of posts, projects and profiles from these hosts are missing.", look: pictures },
  ];
}

/** It can be seen that it answers; whether it takes our key shows itself when something is sent. */
function worker(name: string, setting: string, url: string | undefined, otherwise: string): Check {
  const why = "What visitors send by it is refused, or waits, while it is away.";
  const tryIt = async (address: string): Promise<Finding> => {
    const { isAnswered: isThere, status, why: reason } = await isAnswered(address);
    if (!isThere) return troubleWith(setting, address, reason);
    if (status < 500) return good(`${hostIn(address)} answers.`);
    return look(`${hostIn(address)} answers HTTP ${status}.`, `Look into the log of the service of ${setting}.`);
  };
  return { name, why, look: () => (url ? tryIt(url) : off(setting, otherwise)) };
}

async function projects(): Promise<Finding> {
  const url = env.addresses.PROJECTS_URL;
  if (!url) return off("PROJECTS_URL", "the table “projects” is shown");
  const { result, why } = await tryCall({ base: url, schema: projectsSchema });
  if (!result.ok) return troubleWith("PROJECTS_URL", url, why, result.status);
  return good(`${hostIn(url)} lists ${result.value.result.length}.`);
}

async function pictures(): Promise<Finding> {
  const { origins, isOnThisComputer } = env.images;
  if (origins.length === 0) return off("IMAGE_HOSTS", "pictures of other hosts are not shown");
  const { agent: dispatcher } = createConnections(isOnThisComputer);
  const asked = await Promise.all(origins.map((origin) => isAnswered(origin, { method: "GET", dispatcher })));
  const at = asked.findIndex(({ isAnswered: isThere }) => !isThere);
  if (at < 0) return good(`${origins.map(hostIn).join(", ")} ${origins.length > 1 ? "answer" : "answers"}.`);
  return { ...troubleWith("IMAGE_HOSTS", origins[at] ?? "", asked[at]?.why), state: "look" };
}
