import { randomUUID } from "node:crypto";
import { isIP } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "node:tls";
import { z } from "zod";
import { env } from "#app/env.server.ts";
import { failureOf } from "#app/gateways/upstream/failure-kind.server.ts";
import { nowMs } from "#app/model/clock.ts";
import {
  DOCTOR_HEADER,
  DOCTOR_PATH,
  type SiteReport,
  SPOOFED_ADDRESS,
  sealDoctorQuestion,
  siteReportSchema,
} from "#app/use-cases/doctor-question.server.ts";
import { bad, type Check, type Finding, good, look } from "./finding.server.ts";
import { PATIENCE_MS, troubleWith, tryCall } from "./try-call.server.ts";

/** Days. Who renews by itself does so a month before (Let's Encrypt, "Integration Guide"). */
const ENDS_SOON_DAYS = 14;
const DAY_MS = 86_400_000;
/** A database that is busy, with these very checks perhaps, is late for /readyz, which waits for two seconds. */
const [AGAIN_MS, TRIES] = [1500, 3];

/** The site as visitors reach it: its address, certificate, build, proxies. */
export function siteChecks(againMs = AGAIN_MS): Check[] {
  const asked = askOnce();
  return [
    {
      name: "address",
      why: "Visitors come by it, links in mails lead there, and forms are taken from it alone.",
      look: async () => addressFinding(await asked()),
    },
    { name: "certificate", why: "With a bad one browsers show a warning in place of the site.", look: certificate },
    {
      name: "build",
      why: "What was examined here may not be what visitors see.",
      look: async () => withSite(await asked(), buildFinding),
    },
    {
      name: "proxies",
      why: "Too few, and all visitors share one limit; too many, and anybody may choose an address and pass every limit.",
      look: async () =>
        withSite(await asked(), env.isSandbox ? () => good("None: the sandbox takes no proxy.") : proxiesFinding),
    },
    {
      name: "ready",
      why: "A proxy that asks /readyz sends nobody to this site.",
      look: () => ready(againMs),
    },
  ];
}

type Asked = { says: SiteReport } | { finding: Finding };

function askOnce(): () => Promise<Asked> {
  let asked: Promise<Asked> | undefined;
  return () => (asked ??= askSite());
}

async function askSite(): Promise<Asked> {
  const word = randomUUID();
  const headers = {
    [DOCTOR_HEADER]: sealDoctorQuestion(word),
    // The sandbox lets nothing in that came by a proxy.
    ...(!env.isSandbox && { "X-Forwarded-For": SPOOFED_ADDRESS }),
  };
  const { result, why } = await tryCall({ base: `${env.origin}${DOCTOR_PATH}`, headers, schema: siteReportSchema });
  if (result.ok && result.value.word === word) return { says: result.value };
  const status = result.ok ? 200 : result.status;
  if (status === 0) return { finding: troubleWith("PUBLIC_ORIGIN", env.origin, why) };
  const todo =
    "See where the name of PUBLIC_ORIGIN leads, whether the proxy hands on to this site, and whether both have one APP_SECRET.";
  return { finding: bad(`${env.origin} answers, and not as this site (HTTP ${status}).`, todo) };
}

function addressFinding(asked: Asked): Finding {
  return "says" in asked ? good(`${env.origin} answers and is this site.`) : asked.finding;
}

/** What depends on the site's own answer is no trouble of its own without one. */
function withSite(asked: Asked, read: (says: SiteReport) => Finding): Finding {
  if ("says" in asked) return read(asked.says);
  return look("Not to be known before the address answers.", "Mend the line “address” first.");
}

function buildFinding({ version }: SiteReport): Finding {
  if (version === SITE_VERSION) return good(`${version} answers, as examined here.`);
  return look(`${version} answers, ${SITE_VERSION} was examined.`, "Start this build, or run the doctor of that one.");
}

/** Compares how many proxies have written into X-Forwarded-For with how many the site counts. */
function proxiesFinding({ hasMark, behindMark: written, trustedProxies: counted }: SiteReport): Finding {
  const todo = `Set TRUSTED_PROXIES=${written}.`;
  const stand = `${written} ${written === 1 ? "proxy writes" : "proxies write"} where visitors come from, and TRUSTED_PROXIES is ${counted}`;
  // https ends at a proxy: one that writes nothing there hides everybody behind itself.
  if (written === 0 && (!hasMark || env.origin.startsWith("https:"))) {
    const said = "A proxy does not say where visitors come from, so all of them have its own address.";
    return bad(said, "Let the proxy append to X-Forwarded-For, and set TRUSTED_PROXIES to how many do.");
  }
  if (written === counted) return good(`${stand}.`);
  return bad(`${stand}: too ${counted < written ? "few" : "many"}.`, todo);
}

async function certificate(): Promise<Finding> {
  const { protocol, hostname, port } = new URL(env.origin);
  if (protocol === "http:") return good("None is needed on this computer.");
  const host = hostname.replace(/^\[|\]$/g, "");
  return new Promise((resolve) => {
    // A bad one is looked at, too: it is named in words then.
    const named = isIP(host) === 0 ? { servername: host } : {};
    const socket = connect({ host, port: Number(port) || 443, ...named, rejectUnauthorized: false });
    const done = (finding: Finding) => {
      socket.destroy();
      resolve(finding);
    };
    socket.setTimeout(PATIENCE_MS, () => done(troubleWith("PUBLIC_ORIGIN", env.origin, { kind: "timeout" })));
    socket.once("error", (error) => done(troubleWith("PUBLIC_ORIGIN", env.origin, failureOf(error))));
    socket.once("secureConnect", () => {
      // Node's types say an Error; it is its code.
      const error = socket.authorized ? undefined : String(socket.authorizationError);
      done(certificateFinding(host, Date.parse(socket.getPeerCertificate().valid_to), error));
    });
  });
}

/** `until`: in milliseconds since 1970. `error`: the code for what is wrong with it, if anything is. */
export function certificateFinding(host: string, until: number, error: string | undefined): Finding {
  const days = Math.floor((until - nowMs()) / DAY_MS);
  const todo = "See why the proxy does not renew it, and that it is for the name in PUBLIC_ORIGIN.";
  if (days < 0) return bad(`It ended ${-days} days ago.`, todo);
  if (error !== undefined) return bad(`Browsers do not take it for ${host} (${error}).`, todo);
  if (days < ENDS_SOON_DAYS) return look(`It ends in ${days} days.`, todo);
  return good(`Good for ${host}, for ${days} more days.`);
}

async function ready(againMs: number, tries = TRIES): Promise<Finding> {
  const { result, why } = await tryCall({ base: `${env.origin}/readyz`, schema: z.unknown() });
  const status = result.ok ? 200 : result.status;
  if (status === 200) return good("/readyz says so.");
  if (status === 0) return troubleWith("PUBLIC_ORIGIN", env.origin, why);
  if (status !== 503)
    return look(`/readyz cannot be seen from outside (HTTP ${status}).`, "Nothing, if that is meant.");
  if (tries === 1) return bad("/readyz says no.", "The other lines, or the log's line “not ready”, say why.");
  await sleep(againMs);
  return ready(againMs, tries - 1);
}
