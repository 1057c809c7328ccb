import { env } from "#app/env.server.ts";
import { brandFrom } from "#app/model/brand.ts";
import type { Share } from "#app/model/share.ts";

/** What those who share a page are told of it. Only the server knows the site's own address. */
export function shareOf(path: string): Share {
  const image = socialImage(path);
  return { url: absoluteUrl(path), site: siteName(), ...(image !== undefined && { image: absoluteUrl(image) }) };
}

/** An own path as a whole address, for whoever reads it elsewhere. */
export function absoluteUrl(path: string): string {
  return env.origin + path;
}

/** The name of the site for those who read it elsewhere. */
export function siteName(): string {
  return brandFrom(env.brand).name;
}

/** The path of the picture that stands for a page where it is shared; undefined while there is none. */
function socialImage(_path: string): string | undefined {
  return undefined;
}
