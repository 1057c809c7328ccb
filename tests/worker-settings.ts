/** Imported first: the settings of a site with four workers that send its mails, and without a mail server. */
import { env } from "#app/platform/env.server.ts";
import { MAIL_KEY, WORKER_KEY } from "#mocks/workers/keys.ts";

const mocks = `http://127.0.0.1:${env.sandboxPort}`;
Object.assign(env, {
  smtp: null,
  mail: { url: `${mocks}/mail`, key: MAIL_KEY },
  newsletter: { url: `${mocks}/newsletter` },
  strideMail: { url: `${mocks}/stride-mail` },
  workerKey: WORKER_KEY,
});
Object.assign(env.addresses, { CONTACT_URL: `${mocks}/contact` });
