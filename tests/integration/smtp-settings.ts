/** Imported first: the settings of a site with a mail server and without workers. */
import { env } from "#app/platform/env.server.ts";
import { SMTP_USER } from "#mocks/smtp.ts";

const smtp = { host: "127.0.0.1", port: 0, isSecure: false, auth: SMTP_USER };
Object.assign(env, { smtp, mail: null, newsletter: null, strideMail: null, workerKey: undefined });
Reflect.deleteProperty(env.addresses, "CONTACT_URL");
