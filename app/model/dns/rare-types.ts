import { DS } from "./types/ds.ts";

/**
 * Types that few customers use, in the order of the list. Their code stays on the server: the browser's build has an empty list here
 * (vite.config.ts), and the record form learns their fields from its page (`learnTypes`).
 */
export const RARE_TYPES = [DS];
