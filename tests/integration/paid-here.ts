/** Imported first: a site whose customers pay by M-PESA, with the fake Daraja, and with what it says of paying. */
import "./mpesa-settings.ts";
import { env, readEnv } from "#app/platform/env.server.ts";

const { brand, payment, promises } = readEnv({});
Object.assign(env, { brand, payment, promises });
