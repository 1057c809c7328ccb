/** Imported first: the settings of a site whose customers pay by M-PESA, with the fake Daraja. */
import { env } from "#app/platform/env.server.ts";
import { sandboxMpesa } from "#app/platform/settings/mpesa-settings.ts";

Object.assign(env, { mpesa: sandboxMpesa(`http://127.0.0.1:${env.sandboxPort}`) });
