import { hkdfSync } from "node:crypto";
import { env } from "#app/env.server.ts";
import { createSeal } from "#app/model/seal.server.ts";

/** Closes a value, so that a page may carry it: nobody can read or change it. */
export const { seal, unseal } = createSeal(Buffer.from(hkdfSync("sha256", env.appSecret, "", "seal", 32)));
