import { env } from "#app/platform/env.server.ts";
import type { WhmSettings } from "#app/platform/settings/whm-settings.ts";
import { PACKAGES_CALL, whmCall } from "#app/services/whm.api.server.ts";
import { bad, type Check, type Finding, good, off, warning } from "./report.server.ts";
import { failureFinding, hostOf, tryCall } from "./try-call.api.server.ts";

/** Returns the check of the hosting server. It creates no account and opens no session. */
export function hostingChecks(): Check[] {
  const why = "Without it the site neither sets up nor restores hosting that customers have paid.";
  return [{ name: "hosting server", why, run: hosting }];
}

const BY_HAND = "staff set hosting up by hand";

/** Who gets new hosting, and whether the hosting server is ready for what it has. */
async function hosting(): Promise<Finding> {
  if (env.hosting === "registrar" && env.orders.direct === null) {
    return warning(
      "HOSTING=registrar has no effect: without ORDERS=direct staff order hosting from the domain provider.",
      "Set ORDERS=direct, or take HOSTING away.",
    );
  }
  if (!env.whm) {
    return env.hosting === "registrar"
      ? good("Hosting is ordered from the domain provider: HOSTING=registrar.")
      : off("WHM_URL", BY_HAND);
  }
  const found = await packages(env.whm);
  if (found.state !== "good" || env.hosting === "whm") return found;
  const by = env.hosting === "desk" ? "set up by staff" : "ordered from the domain provider";
  return good(`${found.message} New hosting is ${by}: HOSTING=${env.hosting}.`);
}

/** Asks for the packages from which the account may create: this needs a token that is accepted. */
async function packages(settings: WhmSettings): Promise<Finding> {
  const host = hostOf(settings.url);
  const { result, why } = await tryCall(whmCall(settings, PACKAGES_CALL));
  if (result.ok) return packageFinding(host, settings, new Set(result.value.pkg.map(({ name }) => name)));
  const { status, code, message } = result;
  if (status === 401 || status === 403) {
    return bad(
      `${host} does not accept the token.`,
      "Copy WHM_USER and WHM_TOKEN anew. In WHM, see whether the token has expired, and from which addresses it may be used.",
    );
  }
  if (code !== undefined) {
    return bad(
      `${host} accepts the token and lists no packages: ${message}`,
      "In WHM, let the token list packages, and create, suspend and change accounts.",
    );
  }
  return failureFinding("WHM_URL", settings.url, why, status);
}

function packageFinding(host: string, settings: WhmSettings, known: ReadonlySet<string>): Finding {
  const missing = [...settings.packages].filter(([, name]) => !known.has(name));
  if (missing.length === 0) return good(`${host} accepts the token and has a package for each plan.`);
  const list = missing.map(([plan, name]) => `${name} for ${plan}`).join(", ");
  const has = known.size > 0 ? `It has ${[...known].slice(0, 20).join(", ")}.` : "It shows none.";
  return bad(
    `${host} has no package ${list}.`,
    `Correct WHM_PACKAGES, or create the package in WHM. A reseller's packages begin with the reseller's name. ${has}`,
  );
}
