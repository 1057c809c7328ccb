import { setupServer } from "msw/node";
import { handlers } from "./handlers.ts";

/** The mock providers in Vitest. */
export const server = setupServer(...handlers);
