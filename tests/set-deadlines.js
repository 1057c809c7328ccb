/** Loaded first by `node --import`: sets the deadlines of a process (`deadlines.js`), those of TEST_DEADLINES or long ones. */
import { setDeadlines } from "./deadlines.js";

setDeadlines(JSON.parse(process.env.TEST_DEADLINES ?? "{}"));
