import { afterEach } from "vitest";
import { setDeadlines } from "./deadlines.js";

// Now, because some modules read a deadline when they are loaded.
setDeadlines();
afterEach(() => setDeadlines());
