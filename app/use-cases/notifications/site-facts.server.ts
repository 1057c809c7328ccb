import { env } from "#app/env.server.ts";
import { brandFrom } from "#app/model/brand.ts";

/** What notifications say of the site. */
export function siteFacts() {
  const { name, email, phone } = brandFrom(env.brand);
  return { origin: env.origin, brandName: name, brandEmail: email, brandPhone: phone };
}
