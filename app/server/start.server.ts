// React and Remix choose their production code by NODE_ENV when they are loaded, so it is set before all else.
process.env.NODE_ENV ??= "production";
const { startOrExplain } = await import("./start-or-explain.server.ts");
await startOrExplain(async () => {
  // Settings that cannot be used are said at once, before all else is loaded.
  await import("#app/env.server.ts");
  const { run } = await import("./run.server.ts");
  await run();
});

export {};
