import { mailSite } from "#app/gateways/mail-site.server.ts";

/** What notifications say of the site. */
export function siteFacts() {
  const site = mailSite();
  const { name, email, phone } = site.brand;
  return { ...site, brandName: name, brandEmail: email, brandPhone: phone };
}
