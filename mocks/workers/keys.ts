/** What a site shows to the fake mail service (MAIL_KEY), and to the two e-mail workers (WORKER_KEY). */
export const MAIL_KEY = "sandbox-mail-key";
export const WORKER_KEY = "sandbox-worker-key";
