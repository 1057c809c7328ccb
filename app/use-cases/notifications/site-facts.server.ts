import { env } from "#app/env.server.ts";
import { brandFrom } from "#app/model/brand.ts";

/** What a notice says of the site that sends it. */
export function siteFacts() {
  const { name, email } = brandFrom(env.brand);
  return { origin: env.origin, brandName: name, brandEmail: email };
}
