import { defineConfig } from "vitest/config";

const isLong = process.env.LONG === "1";

export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  test: {
    include: ["app/**/*.test.{ts,tsx}", "mocks/**/*.test.ts", "tests/**/*.test.ts"],
    exclude: ["tests/e2e/**", "node_modules/**", "build/**"],
    setupFiles: ["tests/setup.ts"],
    env: { LOG_LEVEL: "silent", DATA_DIR: "memory://" },
    maxWorkers: 2,
    testTimeout: isLong ? 1_800_000 : 20_000,
    hookTimeout: 60_000,
  },
});
