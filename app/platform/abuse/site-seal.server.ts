import { hkdfSync } from "node:crypto";
import { env } from "../env.server.ts";
import { createSeal } from "./seal.server.ts";

/** Seals a value that a page may carry: nobody can read or change it. */
export const { seal, unseal } = createSeal(Buffer.from(hkdfSync("sha256", env.appSecret, "", "seal", 32)));
