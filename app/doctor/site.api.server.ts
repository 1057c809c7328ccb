import { randomUUID } from "node:crypto";
import { isIP } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "node:tls";
import { z } from "zod";
import { nowMs } from "#app/platform/clock.ts";
import { env } from "#app/platform/env.server.ts";
import { deadlineMs } from "#app/platform/upstream/deadlines.server.ts";
import { failureOf } from "#app/platform/upstream/failure-kind.server.ts";
import {
  DOCTOR_HEADER,
  DOCTOR_PATH,
  type SiteReport,
  SPOOFED_ADDRESS,
  sealDoctorQuestion,
  siteReportSchema,
} from "./question.server.ts";
import { bad, type Check, type Finding, good, warning } from "./report.server.ts";
import { failureFinding, tryCall } from "./try-call.api.server.ts";

/** Automatic renewal happens 30 days before the end (Let's Encrypt, "Integration Guide"). */
const EXPIRES_SOON_DAYS = 14;
const DAY_MS = 86_400_000;
/** /readyz allows the database two seconds, which these checks may keep busy; so it is requested up to three times. */
const [RETRY_MS, TRIES] = [1500, 3];

/** Returns the checks of the site as visitors reach it: address, certificate, build, proxies, readiness. */
export function siteChecks(retryMs = RETRY_MS): Check[] {
  const response = askSiteOnce();
  return [
    {
      name: "address",
      why: "Visitors come by it, links in mails lead there, and forms are taken from it alone.",
      run: async () => addressFinding(await response()),
    },
    { name: "certificate", why: "With a bad one browsers show a warning in place of the site.", run: certificate },
    {
      name: "build",
      why: "What was examined here may not be what visitors see.",
      run: async () => withReport(await response(), buildFinding),
    },
    {
      name: "proxies",
      why: "Too few, and all visitors share one limit; too many, and anybody may choose an address and pass every limit.",
      run: async () =>
        withReport(await response(), env.isSandbox ? () => good("None: the sandbox takes no proxy.") : proxiesFinding),
    },
    {
      name: "ready",
      why: "A proxy that asks /readyz sends nobody to this site.",
      run: () => ready(retryMs),
    },
  ];
}

/** The site's report, or the reason for which it could not be read. */
type SiteReply = { report: SiteReport } | { finding: Finding };

function askSiteOnce(): () => Promise<SiteReply> {
  let response: Promise<SiteReply> | undefined;
  return () => (response ??= askSite());
}

async function askSite(): Promise<SiteReply> {
  const questionId = randomUUID();
  const headers = {
    [DOCTOR_HEADER]: sealDoctorQuestion(questionId),
    // The sandbox rejects requests that came through a proxy.
    ...(!env.isSandbox && { "X-Forwarded-For": SPOOFED_ADDRESS }),
  };
  const { result, why } = await tryCall({ base: `${env.origin}${DOCTOR_PATH}`, headers, schema: siteReportSchema });
  if (result.ok && result.value.questionId === questionId) return { report: result.value };
  const status = result.ok ? 200 : result.status;
  if (status === 0) return { finding: failureFinding("PUBLIC_ORIGIN", env.origin, why) };
  const advice =
    "See where the name of PUBLIC_ORIGIN leads, whether the proxy hands on to this site, and whether both have one APP_SECRET.";
  return { finding: bad(`${env.origin} answers, and not as this site (HTTP ${status}).`, advice) };
}

function addressFinding(response: SiteReply): Finding {
  return "report" in response ? good(`${env.origin} answers and is this site.`) : response.finding;
}

/** Runs a check of the site's report. If there is no report, the check is a warning, because the line "address" says why. */
function withReport(response: SiteReply, check: (report: SiteReport) => Finding): Finding {
  if ("report" in response) return check(response.report);
  return warning("Not to be known before the address answers.", "Mend the line “address” first.");
}

function buildFinding({ version }: SiteReport): Finding {
  if (version === SITE_VERSION) return good(`${version} answers, as examined here.`);
  return warning(
    `${version} answers, ${SITE_VERSION} was examined.`,
    "Start this build, or run the doctor of that one.",
  );
}

/** Compares the number of proxies that appended to X-Forwarded-For with TRUSTED_PROXIES. */
function proxiesFinding({ hasSpoofedAddress, proxyEntries: written, trustedProxies: counted }: SiteReport): Finding {
  const advice = `Set TRUSTED_PROXIES=${written}.`;
  const counts = `${written} ${written === 1 ? "proxy writes" : "proxies write"} where visitors come from, and TRUSTED_PROXIES is ${counted}`;
  // A proxy must end https; if it appends nothing, all visitors have the proxy's address.
  if (written === 0 && (!hasSpoofedAddress || env.origin.startsWith("https:"))) {
    const message = "A proxy does not say where visitors come from, so all of them have its own address.";
    return bad(message, "Let the proxy append to X-Forwarded-For, and set TRUSTED_PROXIES to how many do.");
  }
  if (written === counted) return good(`${counts}.`);
  return bad(`${counts}: too ${counted < written ? "few" : "many"}.`, advice);
}

async function certificate(): Promise<Finding> {
  const { protocol, hostname, port } = new URL(env.origin);
  if (protocol === "http:") return good("None is needed on this computer.");
  const host = hostname.replace(/^\[|\]$/g, "");
  return new Promise((resolve) => {
    // Also connects with a bad certificate, so that the finding can say what is wrong with it.
    const sni = isIP(host) === 0 ? { servername: host } : {};
    const socket = connect({ host, port: Number(port) || 443, ...sni, rejectUnauthorized: false });
    const done = (finding: Finding) => {
      socket.destroy();
      resolve(finding);
    };
    socket.setTimeout(deadlineMs("doctorCall"), () =>
      done(failureFinding("PUBLIC_ORIGIN", env.origin, { kind: "timeout" })),
    );
    socket.once("error", (error) => done(failureFinding("PUBLIC_ORIGIN", env.origin, failureOf(error))));
    socket.once("secureConnect", () => {
      // Node's types say Error, but the value is the error's code.
      const error = socket.authorized ? undefined : String(socket.authorizationError);
      done(certificateFinding(host, Date.parse(socket.getPeerCertificate().valid_to), error));
    });
  });
}

/** `expiresAt`: milliseconds since 1970. `error`: the code of what is wrong with the certificate, if anything is. */
export function certificateFinding(host: string, expiresAt: number, error: string | undefined): Finding {
  const days = Math.floor((expiresAt - nowMs()) / DAY_MS);
  const advice = "See why the proxy does not renew it, and that it is for the name in PUBLIC_ORIGIN.";
  if (days < 0) return bad(`It ended ${-days} days ago.`, advice);
  if (error !== undefined) return bad(`Browsers do not take it for ${host} (${error}).`, advice);
  if (days < EXPIRES_SOON_DAYS) return warning(`It ends in ${days} days.`, advice);
  return good(`Good for ${host}, for ${days} more days.`);
}

async function ready(retryMs: number, tries = TRIES): Promise<Finding> {
  const { result, why } = await tryCall({ base: `${env.origin}/readyz`, schema: z.unknown() });
  const status = result.ok ? 200 : result.status;
  if (status === 200) return good("/readyz says so.");
  if (status === 0) return failureFinding("PUBLIC_ORIGIN", env.origin, why);
  if (status !== 503)
    return warning(`/readyz cannot be seen from outside (HTTP ${status}).`, "Nothing, if that is meant.");
  if (tries === 1) return bad("/readyz says no.", "The other lines, or the log's line “not ready”, say why.");
  await sleep(retryMs);
  return ready(retryMs, tries - 1);
}
