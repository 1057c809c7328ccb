/** Imported first: the settings of a site whose customers pay by M-PESA, with the fake Daraja. */
import { env } from "#app/env.server.ts";

Object.assign(env, {
  mpesa: {
    url: `http://127.0.0.1:${env.sandboxPort}/daraja`,
    key: "the key of an app",
    secret: "the secret of an app",
    shortcode: "600123",
    till: undefined,
    passkey: "a passkey",
    callbackPath: "Zk3vJ8wQ2mN7xR5tB9cL4hD6fG1sP0yA",
    trustKsh: 5000,
    mostKsh: 150_000,
    hasPull: true,
  },
});
