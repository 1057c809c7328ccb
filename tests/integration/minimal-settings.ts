/** Imported first: a site with the eight required settings and no other. */
import "./smtp-settings.ts";
import { env } from "#app/platform/env.server.ts";

const botCheck = { ...env.botCheck, url: undefined, siteKey: "" };
Object.assign(env, { registrar: null, dns: null, addresses: {}, botCheck });
env.publicDns.nameServers = [];
