import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { readForm, refuse } from "#app/http/form.server.ts";
import { setUpZone } from "#app/use-cases/dns/set-up-zone.server.ts";
import { dnsPath, requireProvider } from "./own-zone.ts";
import { SET_UP_DNS_FORM } from "./ui/set-up-dns.tsx";

/** Sets the DNS of a domain up, if it is not. Source: docs/product.md, "DNS records". */
export async function setUpDns(args: ActionFunctionArgs) {
  const { context, request } = args;
  const { account, domain } = await requireProvider(args);
  const submission = await readForm(request, z.object({}));
  const refused = { context, form: SET_UP_DNS_FORM, submission, title: "DNS could not be set up" };
  if (submission.status !== "success") return refuse(refused);
  if (domain.zoneId !== null) return done(domain.name);
  const made = await setUpZone(account, domain);
  return made.ok ? done(domain.name, made.value) : refuse({ ...refused, ...made.errors });
}

function done(domain: string, nameServers: string[] = []) {
  const servers = nameServers.length > 0 ? { text: `Its name servers: ${nameServers.join(", ")}.` } : {};
  return redirectWithFlash(dnsPath(domain), { about: SET_UP_DNS_FORM, title: "DNS is set up", ...servers });
}
