import { vi } from "vitest";

// The packages stay loaded, which takes longest; of the site's own modules nothing that another file did is left.
vi.resetModules();
