// The sandbox: the mock providers and the site in one process.
// Newer Nodes have one that warns when it is asked for without a file; msw asks for it.
Reflect.deleteProperty(globalThis, "localStorage");
process.env.NODE_ENV ??= "production";
const { startOrExplain } = await import("#app/server/start-or-explain.server.ts");
await startOrExplain(async () => {
  // Settings that cannot be used are said at once, before all else is loaded.
  await import("#app/env.server.ts");
  const { runSandbox } = await import("./sandbox.ts");
  await runSandbox();
});

export {};
