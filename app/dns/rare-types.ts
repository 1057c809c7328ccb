import { DS } from "./types/ds.ts";
import { HTTPS } from "./types/https.ts";
import { NAPTR } from "./types/naptr.ts";
import { PTR } from "./types/ptr.ts";
import { SSHFP } from "./types/sshfp.ts";
import { SVCB } from "./types/svcb.ts";
import { TLSA } from "./types/tlsa.ts";

/**
 * Types that few customers use, in the order in which the record form lists them. Their code stays on the server: the
 * browser's build has an empty list here (vite.config.ts), and the record form learns their fields from its page
 * (`learnTypes`).
 */
export const RARE_TYPES = [HTTPS, SVCB, DS, TLSA, SSHFP, NAPTR, PTR];
