/** The keys that the fake mail service and the two e-mail workers accept. */
export const MAIL_KEY = "sandbox-mail-key";
export const WORKER_KEY = "sandbox-worker-key";
