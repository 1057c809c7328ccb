// Set first, because React and Remix choose their production code by NODE_ENV when they are loaded.
process.env.NODE_ENV ??= "production";
const { startOrExplain } = await import("./start-or-explain.server.ts");
await startOrExplain(async () => {
  // Loaded first, so that invalid settings are reported at once.
  await import("#app/platform/env.server.ts");
  const { run } = await import("./run.server.ts");
  await run();
});

export {};
