import { vi } from "vitest";

// Packages stay loaded, which saves most time; the site's own modules are loaded again for each file.
vi.resetModules();
